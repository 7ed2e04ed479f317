import { request } from 'node:http'
import type { ClientRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readEventCursor, toEventCursor } from '#events/to-event-cursor.ts'
import { wallClock } from '../wall-clock.ts'

/** The caller of a stream: the path and headers of its request, and the workspace whose events it is entitled to. */
export type StreamCaller = { workspace: number; path: string; headers: Record<string, string> }

/** The counts of all readers since they were created. */
type Counts = {
  frames: number
  events: number
  presences: number
  lost: number
  doubled: number
  reconnects: number
  refused: number
}

/** Clients of event streams, which reconnect and resume as browsers do. */
export type StreamReaders = {
  counts: Counts
  /** The arrivals of each event, in ms since 1970, by workspace and position. */
  arrivals: Map<number, number[]>[]
  /** Opens streams of the callers, spread over the servers, and returns when all have their position. */
  open: (callers: StreamCaller[]) => Promise<void>
  /** The number of streams that are open. */
  countOpen: () => number
  /** Removes a server, so that its streams reconnect to the others. */
  leaveOut: (url: string) => void
  /** Returns whether every stream has all events up to the position of its workspace. */
  hasAll: (heads: number[]) => boolean
  /** Closes all, and adds the events up to `heads` that a stream has not received to the lost ones. */
  close: (heads: number[]) => void
}

/** The pause before a stream reconnects, as in the `retry` of the server. */
const RECONNECT_MS = 1_000
/** Streams that are opened at the same time. */
const OPENING = 100

type Reader = {
  caller: StreamCaller
  position: number | undefined
  isOpen: boolean
  rest: string
  request: ClientRequest | undefined
}

/** Creates clients of the streams of `urls`, of `workspaces` workspaces. */
export function createStreamReaders(urls: string[], workspaces: number): StreamReaders {
  const targets = [...urls]
  const readers: Reader[] = []
  const counts: Counts = {
    frames: 0,
    events: 0,
    presences: 0,
    lost: 0,
    doubled: 0,
    reconnects: 0,
    refused: 0,
  }
  const arrivals = Array.from({ length: workspaces }, () => new Map<number, number[]>())
  let isClosed = false
  let turn = 0

  function take(reader: Reader, frame: string): void {
    const at = wallClock()
    const id = /^id: (.*)$/m.exec(frame)?.[1]
    const type = /^event: (.*)$/m.exec(frame)?.[1]
    counts.frames++
    if (type === 'presence') counts.presences++
    if (id === undefined) return
    const position = readEventCursor(id)
    const isEvent = type !== undefined && type !== 'at'
    const known = reader.position ?? (isEvent ? position - 1 : position)
    // A client also resumes after a position without an event, so events before it are lost.
    counts.lost += Math.max(0, position - known - (isEvent ? 1 : 0))
    reader.position = Math.max(known, position)
    if (!isEvent) return
    counts.events++
    if (position <= known) counts.doubled++
    const { caller } = reader
    const times = arrivals[caller.workspace]!.get(position)
    if (times) times.push(at)
    else arrivals[caller.workspace]!.set(position, [at])
  }

  /** Opens a stream once; resolves when the server has answered 200 or the attempt has failed. */
  function connect(reader: Reader): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const url = targets[turn++ % targets.length]!
    const resumed = reader.position
    const headers = {
      ...reader.caller.headers,
      ...(resumed !== undefined && { 'last-event-id': toEventCursor(resumed) }),
    }
    reader.rest = ''
    let hasEnded = false
    const end = () => {
      if (hasEnded) return
      hasEnded = true
      reader.isOpen = false
      resolve(false)
      if (!isClosed) void reconnect(reader)
    }
    reader.request = request(`${url}${reader.caller.path}`, { agent: false, headers }, (answer) => {
      if (answer.statusCode !== 200) {
        counts.refused++
        answer.resume()
        return end()
      }
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        const frames = (reader.rest + chunk).split('\n\n')
        reader.rest = frames.pop()!
        for (const frame of frames) take(reader, frame)
        if (reader.position === undefined || reader.isOpen) return
        reader.isOpen = true
        resolve(true)
      })
      answer.on('close', end)
      answer.on('error', end)
    })
    reader.request.on('error', end)
    reader.request.end()
    return promise
  }

  async function reconnect(reader: Reader): Promise<void> {
    await delay(RECONNECT_MS, undefined, { ref: false })
    if (isClosed) return
    counts.reconnects++
    await connect(reader)
  }

  return {
    counts,
    arrivals,
    async open(callers) {
      const waiting = callers.map((caller): Reader => ({
        caller,
        position: undefined,
        isOpen: false,
        rest: '',
        request: undefined,
      }))
      readers.push(...waiting)
      const openNext = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop())
          if (!(await connect(next)))
            throw new Error('A stream was refused at its first connection.')
      }
      await Promise.all(Array.from({ length: OPENING }, openNext))
    },
    countOpen: () => readers.filter(({ isOpen }) => isOpen).length,
    leaveOut: (url) => void targets.splice(targets.indexOf(url), 1),
    hasAll: (heads) =>
      readers.every(
        ({ isOpen, position, caller }) =>
          isOpen && position !== undefined && position >= heads[caller.workspace]!,
      ),
    close(heads) {
      isClosed = true
      for (const { request: open, position, caller } of readers) {
        open?.destroy()
        counts.lost += Math.max(0, heads[caller.workspace]! - (position ?? 0))
      }
    },
  }
}

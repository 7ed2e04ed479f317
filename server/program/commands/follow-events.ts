import { setTimeout as delay } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { StartError } from '../start/start-error.ts'
import type { StartQuery } from './read-since.ts'
import { callRemote, reasonOf, RemoteError, UnreachableError } from './remote.ts'
import type { Remote } from './remote.ts'

/** An event as the stream carries it: `cursor` is where to go on after it, `body` its JSON byte for byte. */
export type FollowedEvent = { cursor: string; id: string; type: string; body: string }

/** What happened to the connection; `cursor` is where the stream is. */
export type FollowState =
  | { state: 'connected'; again: boolean }
  | { state: 'waiting'; reason: string; pauseMs: number }

/** Which events, until when, and who is told of the connection. */
export type FollowOptions = {
  start: StartQuery
  types: string | undefined
  signal: AbortSignal
  onState: (state: FollowState) => void
}

/** The server says something every 15 seconds; so much silence is a connection that has died unnoticed. */
const SILENCE_MS = 45_000
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

type Item = { cursor: string; event?: FollowedEvent }

/**
 * The events of a workspace as they come, each once and in order: the connection is made again whenever it
 * breaks, and goes on after the last event that was taken. Ends when `signal` is aborted.
 *
 * @throws {RemoteError} for an answer that will not change by asking again: a bad key, an expired cursor
 */
export async function* followEvents(
  remote: Remote,
  options: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  const { signal, onState } = options
  let cursor: string | undefined
  let failures = 0
  let again = false
  while (!signal.aborted) {
    let pauseMs = PAUSES_MS[0]!
    let reason = 'the stream ended'
    const connection = new AbortController()
    const either = AbortSignal.any([signal, connection.signal])
    try {
      const query = new URLSearchParams({
        ...options.start,
        ...(options.types !== undefined && { types: options.types }),
      })
      const answer = await callRemote(remote, `/api/v1/events/stream?${query.toString()}`, {
        headers: { accept: 'text/event-stream', ...(cursor && { 'last-event-id': cursor }) },
        signal: either,
      })
      onState({ state: 'connected', again })
      again = true
      for await (const item of readItems(answer.body!, connection)) {
        failures = 0
        if (item.event) yield item.event
        cursor = item.cursor
      }
    } catch (err) {
      if (signal.aborted) return
      if (isFinal(err)) throw err
      reason = err instanceof StartError ? err.message.replace(/\.$/, '') : reasonOf(err)
      const retryAfterMs = err instanceof RemoteError ? (err.retryAfterMs ?? 0) : 0
      pauseMs = Math.max(PAUSES_MS[Math.min(failures++, PAUSES_MS.length - 1)]!, retryAfterMs)
    } finally {
      connection.abort()
    }
    if (signal.aborted) return
    // Spread, so that the clients of a server that stopped do not all come back at once.
    pauseMs = Math.round(pauseMs * (0.8 + 0.4 * Math.random()))
    onState({ state: 'waiting', reason, pauseMs })
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

function isFinal(err: unknown): boolean {
  if (!(err instanceof RemoteError)) return !(err instanceof UnreachableError) && !isBroken(err)
  return err.status < 500 && ![408, 425, 429].includes(err.status)
}

/** Whether an error is a connection's and no mistake of ours. */
function isBroken(err: unknown): boolean {
  const { name, code, message } = err as { name?: string; code?: string; message?: string }
  return name === 'AbortError' || message === 'terminated' || typeof code === 'string'
}

/** What a stream carries, in order; the connection is given up after too long a silence. */
async function* readItems(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  connection: AbortController,
): AsyncGenerator<Item> {
  const items: Item[] = []
  const parser = createParser({
    onEvent: ({ id: cursor = '', event: type = '', data }) =>
      items.push({ cursor, event: { cursor, type, body: data, id: idOf(data) } }),
    onComment: (comment) => {
      const cursor = /^at (\S+)$/.exec(comment)?.[1]
      if (cursor !== undefined) items.push({ cursor })
    },
  })
  const died = new UnreachableError(`Received nothing for ${SILENCE_MS / 1000} s.`)
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const silence = setTimeout(() => connection.abort(died), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    parser.feed(value)
    yield* items.splice(0)
  }
}

function idOf(body: string): string {
  return (JSON.parse(body) as { id: string }).id
}

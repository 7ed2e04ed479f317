import { setTimeout as delay } from 'node:timers/promises'
import { createParser } from 'eventsource-parser'
import { StartError } from '../start/start-error.ts'
import type { StartQuery } from './read-since.ts'
import { callRemote, reasonOf, RemoteError, UnreachableError } from './remote.ts'
import type { Remote } from './remote.ts'

/** An event of the stream. `cursor` is the position after it, `body` its exact JSON. */
export type FollowedEvent = { cursor: string; id: string; type: string; body: string }

/** A change of the connection. `cursor` is the current position of the stream. */
export type FollowState =
  | { state: 'connected'; again: boolean }
  | { state: 'waiting'; reason: string; pauseMs: number }

/** Options for following events: which events, until when, and a callback for changes of the connection. */
type FollowOptions = {
  start: StartQuery
  types: string | undefined
  signal: AbortSignal
  onState: (state: FollowState) => void
}

/** The server sends something every 15 seconds. Silence for this long means that the connection is dead. */
const SILENCE_MS = 45_000
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000]

type Item = { cursor: string; event?: FollowedEvent }

/**
 * Yields the events of a workspace as they happen, each once and in order. Reconnects whenever the connection
 * breaks and continues after the last event. Ends when `signal` is aborted.
 *
 * @throws {RemoteError} for errors that a retry cannot fix: an invalid key, an expired cursor
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
    // Jitter keeps the clients of a restarted server from reconnecting at the same time.
    pauseMs = Math.round(pauseMs * (0.8 + 0.4 * Math.random()))
    onState({ state: 'waiting', reason, pauseMs })
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

function isFinal(err: unknown): boolean {
  if (!(err instanceof RemoteError)) return !(err instanceof UnreachableError) && !isBroken(err)
  return err.status < 500 && ![408, 425, 429].includes(err.status)
}

/** Returns whether an error comes from the connection and not from our own code. */
function isBroken(err: unknown): boolean {
  const { name, code, message } = err as { name?: string; code?: string; message?: string }
  return name === 'AbortError' || message === 'terminated' || typeof code === 'string'
}

/** Yields the items of a stream in order. Closes the connection after too long a silence. */
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

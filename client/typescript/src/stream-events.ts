import { isPassing, sendOnce, toConnectionError } from './http.ts'
import type { Connection } from './http.ts'
import type { WebhookEvent } from './events.ts'
import type { Operations } from './generated/models.ts'
import { ParleyError } from './errors.ts'
import { toQuery } from './query.ts'
import { toPauseMs, wait } from './wait.ts'

/** An event of the stream. */
export type StreamedEvent = {
  /** The position after the event: pass it as `after` to continue there. */
  cursor: string
  event: WebhookEvent
  /** The JSON of the event as webhooks deliver it, byte by byte. */
  body: string
}

/** A change of the connection. `error` says what broke it, `pauseMs` when it is opened again. */
export type StreamState =
  | { state: 'connected' }
  | { state: 'disconnected'; error: Error | undefined; pauseMs: number }

/** Options of a stream. */
export type StreamOptions = {
  /** Ends the stream when it is aborted. */
  signal?: AbortSignal
  /** The silence after which the connection counts as broken, in milliseconds. The default is 45,000. */
  silenceMs?: number
  /** Is called whenever the connection was opened, and when it broke. */
  onState?: (state: StreamState) => void
}

/**
 * Yields the events of the workspace as they happen, in order. Reconnects when the connection breaks and continues after
 * the last event, without a gap. Ends when `signal` is aborted.
 *
 * @throws {ParleyError} for errors that a retry cannot fix, such as `cursor_expired`
 */
export async function* streamEvents(
  client: Connection,
  params: Operations['streamEvents']['params'] = {},
  options: StreamOptions = {},
): AsyncGenerator<StreamedEvent> {
  const { signal, silenceMs = 45_000, onState } = options
  const path = `/api/v1/events/stream${toQuery(Object.entries(params))}`
  let cursor: string | undefined
  let failures = 0
  while (!signal?.aborted) {
    const connection = new AbortController()
    const end = () => connection.abort(signal!.reason)
    signal?.addEventListener('abort', end, { once: true })
    let error: Error | undefined
    try {
      const headers = { accept: 'text/event-stream', ...(cursor && { 'last-event-id': cursor }) }
      const answer = await sendOnce(client, { method: 'GET', path, headers }, connection.signal)
      onState?.({ state: 'connected' })
      for await (const frame of readFrames(answer.body!, connection, silenceMs)) {
        failures = 0
        if (frame.data !== undefined)
          yield {
            cursor: frame.cursor,
            event: JSON.parse(frame.data) as WebhookEvent,
            body: frame.data,
          }
        cursor = frame.cursor
      }
    } catch (thrown) {
      if (signal?.aborted) return
      error = toConnectionError(thrown)
      const isInternal = error instanceof ParleyError && error.status >= 500
      if (!isPassing(error, 'GET') && !isInternal) throw error
    } finally {
      signal?.removeEventListener('abort', end)
      connection.abort()
    }
    if (signal?.aborted) return
    const pauseMs = toPauseMs(failures++, error instanceof ParleyError ? error.retryAfterMs : 0)
    onState?.({ state: 'disconnected', error, pauseMs })
    await wait(pauseMs, signal).catch(() => undefined)
  }
}

/** A frame of server-sent events: an event with its data, or only the position of the stream. */
type Frame = { cursor: string; data?: string }

/** Yields the frames of a stream. Source: WHATWG HTML, "Server-sent events"; the comment `at <cursor>` is Parley's own. */
async function* readFrames(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  connection: AbortController,
  silenceMs: number,
): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let id = ''
  let data: string[] = []
  for (;;) {
    const silence = setTimeout(
      () => connection.abort(new Error(`Received nothing for ${silenceMs} ms.`)),
      silenceMs,
    )
    const { done, value } = await reader.read().finally(() => clearTimeout(silence))
    if (done) return
    text += decoder.decode(value, { stream: true })
    const lines = text.split('\n')
    text = lines.pop()!
    for (const each of lines) {
      const line = each.endsWith('\r') ? each.slice(0, -1) : each
      const position = /^: ?at (\S+)$/.exec(line)?.[1]
      if (position !== undefined) yield { cursor: position }
      else if (line === '') {
        if (data.length > 0) yield { cursor: id, data: data.join('\n') }
        data = []
      } else if (line.startsWith('id:')) id = line.slice(3).trim()
      else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''))
    }
  }
}

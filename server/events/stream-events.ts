import type { Writable } from 'node:stream'
import type { Scope } from '#db/context.ts'
import type { EventType } from '#shared/event-types.ts'
import { traceWrite } from './trace-write.ts'
import { toEventCursor } from './to-event-cursor.ts'
import type { EventTails, FramedEvent } from './create-event-tails.ts'
import { writeToStream } from './write-to-stream.ts'

/**
 * Options of a stream: the position to start after, the events to send, and when to stop. A client that reads
 * nothing for `stalledMs` is disconnected. `heartbeat` returns the frame of a position, which is sent while nothing else is.
 */
type StreamOptions = {
  position: number
  types: EventType[] | undefined
  tails: EventTails
  signal: AbortSignal
  heartbeat?: ((cursor: string) => string) | undefined
  heartbeatMs?: number
  stalledMs?: number
}

const BATCH = 100
const HEARTBEAT_MS = 15_000
const STALLED_MS = 60_000
const RECONNECT_MS = 1_000
/** The approximate size of a written piece. Data that the client has not read stays in memory. */
const CHUNK_CHARACTERS = 32 * 1024

/**
 * Writes a workspace's events to `out` as server-sent events, in commit order and without gaps, until `signal`
 * is aborted, `out` is closed or stalled, or the database fails. Clients continue with `Last-Event-ID`. It
 * reads only as fast as the client. At the start and while idle it sends its position: as an `id`, and in the
 * comment `at <cursor>` for parsers that ignore an id without data.
 *
 * Source: WHATWG HTML, "Server-sent events".
 */
export async function streamEvents(
  scope: Scope,
  out: Writable,
  options: StreamOptions,
): Promise<void> {
  const { types, tails, heartbeatMs = HEARTBEAT_MS, stalledMs = STALLED_MS } = options
  const heartbeat = options.heartbeat ?? toComment
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const write = (text: string) => writeToStream(out, text, { signal, ended, stalledMs })
  out.once('close', () => ended.abort())
  // A client that disconnected while we searched for the start had closed the stream before we listened.
  if (out.destroyed) return
  let { position } = options
  let news = Promise.withResolvers<void>()
  const unfollow = tails.follow(scope.workspaceId, (head) => {
    if (head > position) news.resolve()
  })
  const timer = setInterval(() => {
    if (!out.writableNeedDrain) out.write(heartbeat(toEventCursor(position)))
  }, heartbeatMs)
  signal.addEventListener('abort', () => news.resolve(), { once: true })
  try {
    await write(`retry: ${RECONNECT_MS}\n${heartbeat(toEventCursor(position))}`)
    while (!signal.aborted) {
      news = Promise.withResolvers()
      const batch = await tails.read(scope, { position, limit: BATCH, types })
      for (const chunk of toChunks(batch.events)) {
        if (signal.aborted) return
        // Update the position before writing, because a heartbeat during the write must not move a client back.
        position = chunk.position
        await traceWrite(chunk.events, () => write(chunk.text))
      }
      position = batch.position
      if (!batch.hasMore && !signal.aborted) await news.promise
    }
  } finally {
    clearInterval(timer)
    unfollow()
  }
}

function toComment(cursor: string): string {
  return `: at ${cursor}\nid: ${cursor}\n\n`
}

/** Splits the frames of `events` into pieces of limited size, each with its events and the position of the last one. */
function* toChunks(
  events: FramedEvent[],
): Generator<{ text: string; position: number; events: FramedEvent[] }> {
  let text = ''
  let first = 0
  for (const [index, event] of events.entries()) {
    text += event.frame
    if (text.length < CHUNK_CHARACTERS && index < events.length - 1) continue
    yield { text, position: event.position, events: events.slice(first, index + 1) }
    text = ''
    first = index + 1
  }
}

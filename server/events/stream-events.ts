import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type { Scope } from '../context.ts'
import type { EventType } from './catalogue.ts'
import { toEventCursor } from './event-cursor.ts'
import { listEvents } from './list-events.ts'
import type { WatchEvents } from './watch-events.ts'

/** Settings of one stream: where it begins, what it carries, and for how long. */
export type StreamOptions = {
  position: number
  types: EventType[] | undefined
  watch: WatchEvents
  signal: AbortSignal
  heartbeatMs?: number
}

const BATCH = 100
const HEARTBEAT_MS = 15_000
const RECONNECT_MS = 1_000

/**
 * Writes a workspace's events to `out` as server-sent events, in commit order and without gaps, until `signal`
 * is aborted, `out` is closed or the database fails; a client goes on with `Last-Event-ID`. It reads only as
 * fast as the client does, and while nothing happens it says so, which also moves the client's position.
 *
 * Source: WHATWG HTML, "Server-sent events".
 */
export async function streamEvents(
  scope: Scope,
  out: Writable,
  options: StreamOptions,
): Promise<void> {
  const { types, watch, heartbeatMs = HEARTBEAT_MS } = options
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  out.once('close', () => ended.abort())
  // A client that left while we looked up where to begin closed it before anybody listened.
  if (out.destroyed) return
  let { position } = options
  let told = position
  let news = Promise.withResolvers<void>()
  const unwatch = watch(scope.workspaceId, (head) => {
    if (head > position) news.resolve()
  })
  const heartbeat = setInterval(() => {
    if (out.writableNeedDrain) return
    const moved = position > told ? `id: ${toEventCursor(position)}\n` : ''
    told = position
    out.write(`: alive\n${moved}\n`)
  }, heartbeatMs)
  signal.addEventListener('abort', () => news.resolve(), { once: true })
  try {
    await write(out, `retry: ${RECONNECT_MS}\n\n`, signal)
    while (!signal.aborted) {
      news = Promise.withResolvers()
      const batch = await listEvents(scope, { position, limit: BATCH, types })
      for (const event of batch.events) {
        if (signal.aborted) return
        const id = toEventCursor(event.position)
        await write(out, `id: ${id}\nevent: ${event.type}\ndata: ${event.body}\n\n`, signal)
        told = event.position
      }
      position = batch.position
      if (!batch.hasMore && !signal.aborted) await news.promise
    }
  } finally {
    clearInterval(heartbeat)
    unwatch()
  }
}

async function write(out: Writable, text: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || out.write(text)) return
  await once(out, 'drain', { signal }).catch(() => undefined)
}

import type { Writable } from 'node:stream'
import type { Context, Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import type { EventType } from '#shared/event-types.ts'
import { endMovedStreams } from './end-moved-streams.ts'
import { endStream } from './end-stream.ts'
import { toEventCursor } from './to-event-cursor.ts'
import { createEventSources } from './event-sources.ts'
import type { EventSources } from './event-sources.ts'
import { findEventPosition, readEventHead } from './find-event-position.ts'
import type { EventStart } from './find-event-position.ts'
import { limitStreams } from './limit-streams.ts'
import type { StreamLimits } from './limit-streams.ts'
import { listEvents } from './list-events.ts'
import { removedFrame } from './keep-visible.ts'
import { streamEvents } from './stream-events.ts'

/**
 * Options for serving streams. `recheckMs` is how often a stream's API key or session is checked again. `sources` are the
 * events of the process; by default, the streams have sources of their own.
 */
export type StreamServing = {
  limits?: Partial<StreamLimits>
  recheckMs?: number
  sources?: EventSources
}

/**
 * A request for a stream. `begin` starts the response at `cursor` once the request can no longer be rejected,
 * and returns the stream to write to. `recheck` throws an AppError when the caller is no longer authorized. `heartbeat`
 * returns the frame that is sent while there are no events, a comment by default.
 */
type StreamWish = {
  start: EventStart
  types: EventType[] | undefined
  begin: (cursor: string) => Writable
  recheck: () => Promise<void>
  heartbeat?: (cursor: string) => string
}

/** A stream that is served. `recheckAt` is when its caller is checked again. */
type Serving = {
  scope: Scope
  recheck: () => Promise<void>
  recheckAt: number
  end: () => void
}

const LIMITS = { perKey: 20, inAll: 2_000 }
const RECHECK_MS = 30_000
/** The number of groups of streams whose callers are checked together: each group by one statement. */
const RECHECK_GROUPS = 10
/** Streams end after this time, so that they spread over all servers. Clients reconnect automatically. */
const STREAM_MS = 60 * 60_000

/**
 * Creates a function that serves event streams. Its promise resolves when the stream ends. A stream whose key
 * was revoked, expired or lost its scope ends with the next check of the key.
 *
 * open: @throws {AppError} too_many_streams, quota_exceeded, streams_exhausted, cursor_expired, and those of findEventPosition
 */
export function createStreamOpener(
  context: Context,
  options: StreamServing = {},
): { open: (scope: Scope, wish: StreamWish) => Promise<void>; close: () => Promise<void> } {
  const { recheckMs = RECHECK_MS } = options
  const perWorkspace = context.config.quotas.streams
  const limits = { ...LIMITS, perWorkspace, ...options.limits }
  const sources = options.sources ?? createEventSources(context)
  const enter = limitStreams(limits)
  const closing = new AbortController()
  const serving = new Set<Serving>()
  let recheckTimer: NodeJS.Timeout | undefined
  const stopEndingMoved = endMovedStreams(context, () => serving)

  /** Checks the callers that were checked longest ago, all at the same time, so that they share statements. */
  function recheckDue(): void {
    const now = performance.now()
    for (const each of serving) {
      if (each.recheckAt > now) continue
      each.recheckAt = now + recheckMs
      each.recheck().catch((err: unknown) => {
        // The caller cannot be checked while the database is unavailable; the next check decides.
        if (err instanceof AppError) each.end()
      })
    }
  }

  /** Serves a stream and returns how to take it off the list. */
  function add(stream: Serving): () => void {
    serving.add(stream)
    recheckTimer ??= setInterval(recheckDue, recheckMs / RECHECK_GROUPS)
    return () => {
      serving.delete(stream)
      if (serving.size > 0) return
      clearInterval(recheckTimer)
      recheckTimer = undefined
    }
  }

  async function serve(scope: Scope, wish: StreamWish, position: number): Promise<void> {
    const ended = new AbortController()
    const remove = add({
      scope,
      recheck: wish.recheck,
      recheckAt: performance.now() + recheckMs,
      end: () => ended.abort(),
    })
    const out = wish.begin(toEventCursor(position))
    /** Ends a stream whose caller has other rights than at its start. The others of a part of the workspace load again what they show. */
    const unwatch = sources.watchRights(scope.workspaceId, () => {
      wish.recheck().then(
        () => scope.viewer && !out.writableEnded && out.write(removedFrame(null)),
        (err: unknown) => err instanceof AppError && ended.abort(),
      )
    })
    const ends = [closing.signal, ended.signal, AbortSignal.timeout(STREAM_MS)]
    const { types, heartbeat } = wish
    try {
      await streamEvents(scope, out, {
        position,
        types,
        heartbeat,
        tails: sources.tailsOf(scope),
        signal: AbortSignal.any(ends),
      })
    } catch (err) {
      context.log.warn({ err, workspace_id: scope.workspaceId }, 'an event stream ended early')
    } finally {
      unwatch()
      remove()
      endStream(out)
    }
  }

  return {
    async open(scope, wish) {
      const leave = enter(scope)
      try {
        await serve(scope, wish, await findStart(scope, wish))
      } finally {
        leave()
      }
    },
    async close() {
      closing.abort()
      stopEndingMoved()
      await sources.stop()
    },
  }
}

async function findStart(scope: Scope, { start, types }: StreamWish): Promise<number> {
  const position = await findEventPosition(scope, start)
  if (position === undefined) return readEventHead(scope)
  // Reject an expired cursor here, while a status can still be sent.
  await listEvents(scope, { position, limit: 1, types })
  return position
}

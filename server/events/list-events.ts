import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { lastOf } from '#lib/last-of.ts'
import type { EventType } from '#shared/event-types.ts'
import { cursorExpired, unknownCursor } from './to-event-cursor.ts'

/**
 * The events to list: at most `limit` events after `position` (default: the oldest event), of `types` (default:
 * all).
 */
export type ListEventsInput = {
  position?: number | undefined
  limit: number
  types?: EventType[] | undefined
}

/** A stored event. `body` is its JSON, byte-identical to the payload of webhooks; `cause` was written by `writeCause`. */
export type StoredEvent = {
  position: number
  type: EventType
  body: string
  cause: string | null
}

/** A batch of events and the position to continue from. `hasMore`: more events are already available. */
export type EventBatch = { events: StoredEvent[]; position: number; hasMore: boolean }

/** The maximum number of positions that one call searches for events of the wanted types. */
const WINDOW = 5_000

/**
 * Returns a workspace's events after a position, in commit order and without gaps.
 *
 * The counter and the events are read in one snapshot. Positions are assigned under the counter's lock, which
 * is held until commit. So everything up to the snapshot's counter is visible, and nothing is added below it
 * later. The counter also contains up to which position events may be deleted, and is updated before they are.
 * @throws {AppError} cursor_expired, invalid_cursor
 */
export async function listEvents(scope: Scope, input: ListEventsInput): Promise<EventBatch> {
  const { limit, types } = input
  const { rows } = await prepared<
    { head: number; trimmed: number } & (StoredEvent | { position: null })
  >`
    select counter.event_position as head, counter.trimmed_position as trimmed,
      event.position, event.type, event.body, event.cause
    from workspace_counters as counter
    cross join lateral (
      select coalesce(${input.position ?? null}::bigint, counter.trimmed_position) as position
    ) as start
    left join lateral (
      select position, type, body, cause from events
      where workspace_id = ${scope.workspaceId} and position > start.position
        and position <= least(counter.event_position, start.position + ${WINDOW}::bigint)
        and (${types ?? null}::text[] is null or type = any (${types ?? null}::text[]))
      order by position
      limit ${limit}::int
    ) as event on true
    where counter.workspace_id = ${scope.workspaceId}
    order by event.position`.execute(scope.db)
  const { head, trimmed } = rows[0] ?? { head: 0, trimmed: 0 }
  const position = input.position ?? trimmed
  if (position < trimmed) throw cursorExpired(trimmed)
  if (position > head) throw unknownCursor()
  const events = rows.flatMap((row) => (row.position === null ? [] : [row]))
  const seen = events.length === limit ? lastOf(events).position : position + WINDOW
  const next = Math.min(seen, head)
  return { events, position: next, hasMore: next < head }
}

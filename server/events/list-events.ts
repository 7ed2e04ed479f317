import type { Scope } from '#context.ts'
import { prepared } from '#db/prepared.ts'
import type { EventType } from '#shared/event-types.ts'
import { cursorExpired, unknownCursor } from './event-cursor.ts'

/**
 * Which events: those after `position`, the oldest that are kept when it is absent; at most `limit`, of all types
 * unless they are named.
 */
export type ListEventsInput = {
  position?: number | undefined
  limit: number
  types?: EventType[] | undefined
}

/** An event as it is stored; `body` is its JSON, byte for byte as webhooks carry it. */
export type StoredEvent = { position: number; type: EventType; body: string }

/** Some events and where to go on; `hasMore` when there is more already. */
export type EventBatch = { events: StoredEvent[]; position: number; hasMore: boolean }

/** Positions that one look passes over at most, however few events of the wanted types there are. */
const WINDOW = 5_000

/**
 * A workspace's events after a position, in commit order and without gaps.
 *
 * The counter and the events are read in one snapshot. Positions are given out under the counter's lock, which
 * is held until commit: whatever the snapshot's counter has counted is visible, and nothing comes later below it.
 * The counter also says up to where events may be deleted, before any is.
 * @throws {AppError} cursor_expired, invalid_cursor
 */
export async function listEvents(scope: Scope, input: ListEventsInput): Promise<EventBatch> {
  const { limit, types } = input
  const { rows } = await prepared<
    { head: number; trimmed: number } & (StoredEvent | { position: null })
  >`
    select counter.event_position as head, counter.trimmed_position as trimmed,
      event.position, event.type, event.body
    from workspace_counters as counter
    cross join lateral (
      select coalesce(${input.position ?? null}::bigint, counter.trimmed_position) as position
    ) as start
    left join lateral (
      select position, type, body from events
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
  const seen = events.length === limit ? events.at(-1)!.position : position + WINDOW
  const next = Math.min(seen, head)
  return { events, position: next, hasMore: next < head }
}

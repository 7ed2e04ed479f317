import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import type { EventType } from './catalogue.ts'

/** Which events: those after `position`, at most `limit`, of all types unless they are named. */
export type ListEventsInput = { position: number; limit: number; types?: EventType[] | undefined }

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
 */
export async function listEvents(scope: Scope, input: ListEventsInput): Promise<EventBatch> {
  const { position, limit, types } = input
  const { rows } = await sql<{ head: number } & (StoredEvent | { position: null })>`
    select counter.event_position as head, event.position, event.type, event.body
    from workspace_counters as counter
    left join lateral (
      select position, type, body from events
      where workspace_id = ${scope.workspaceId} and position > ${position}
        and position <= least(counter.event_position, ${position}::bigint + ${WINDOW}::bigint)
        and (${types ?? null}::text[] is null or type = any (${types ?? null}::text[]))
      order by position
      limit ${limit}
    ) as event on true
    where counter.workspace_id = ${scope.workspaceId}
    order by event.position`.execute(scope.db)
  const head = rows[0]?.head ?? 0
  const events = rows.flatMap((row) => (row.position === null ? [] : [row]))
  const seen = events.length === limit ? events.at(-1)!.position : position + WINDOW
  const next = Math.max(position, Math.min(seen, head))
  return { events, position: next, hasMore: next < head }
}

/** The position of a workspace's last event. */
export async function readEventHead(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('workspace_counters')
    .select('event_position')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirst()
  return row?.event_position ?? 0
}

import { sql } from 'kysely'
import type { Scope } from '../context.ts'
import { fieldError } from '../lib/errors.ts'
import { firstId, isUuid } from '../lib/ids.ts'
import { readTime } from '../lib/time.ts'
import { readEventCursor } from './event-cursor.ts'
import { eventNotFound } from './get-event.ts'

/** Where to begin: after a cursor or the event with an id, or with the first event since an RFC 3339 time. */
export type EventStart = { after?: string | undefined; since?: string | undefined }

/** Events that are made around the same time may commit in another order; so many are looked through. */
const NEIGHBOURS = 1_000

/**
 * The position that `start` stands for, undefined when it names none. A time before the oldest event that is
 * kept gives the oldest, one after the newest gives the newest.
 *
 * @throws {AppError} invalid_cursor, event_not_found, conflicting_fields, validation_failed
 */
export async function findEventPosition(
  scope: Scope,
  start: EventStart,
): Promise<number | undefined> {
  const { after, since } = start
  if (after !== undefined && since !== undefined)
    throw fieldError('conflicting_fields', 'since', 'cannot be given together with after')
  if (since !== undefined) return findPositionBefore(scope, readTime(since, 'since'))
  if (after === undefined) return undefined
  return isUuid(after) ? findPositionOf(scope, after) : readEventCursor(after)
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

async function findPositionOf(scope: Scope, id: string): Promise<number> {
  const row = await scope.db
    .selectFrom('events')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw eventNotFound(id)
  return row.position
}

/** In one snapshot, so that an event that comes meanwhile is not passed over. */
async function findPositionBefore(scope: Scope, since: Date): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select greatest(trimmed_position, coalesce((
        select min(position) - 1 from (
          select position from events
          where workspace_id = ${scope.workspaceId} and id >= ${firstId(since)}
          order by id limit ${NEIGHBOURS}
        ) as neighbour
      ), event_position)) as position
    from workspace_counters
    where workspace_id = ${scope.workspaceId}`.execute(scope.db)
  return rows[0]?.position ?? 0
}

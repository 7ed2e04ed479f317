import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { fieldError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { readTime } from '#lib/read-time.ts'
import { readEventCursor } from './to-event-cursor.ts'
import { readEvent } from './get-event.ts'

/** The start of the feed: after a cursor or an event id, or at the first event since an RFC 3339 time. */
export type EventStart = { after?: string | undefined; since?: string | undefined }

/**
 * Events of about the same time can be committed in a different order. This many positions are searched for
 * them.
 */
const NEIGHBOURS = 1_000

/**
 * Returns the position of `start`, or undefined if it is empty. A time before the oldest event returns the
 * start of the feed, a time after the newest its end.
 *
 * @throws {AppError} invalid_cursor, event_not_found, conflicting_fields, validation_failed
 */
export async function findEventPosition(
  scope: Scope,
  start: EventStart,
): Promise<number | undefined> {
  const { after, since } = start
  if (after !== undefined && since !== undefined)
    throw fieldError('conflicting_fields', 'since', 'cannot be combined with after')
  // A position says nothing of its event, and the search needs all of them.
  if (since !== undefined) return findPositionBefore(unrestricted(scope), readTime(since, 'since'))
  if (after === undefined) return undefined
  return isUuid(after) ? (await readEvent(scope, after)).position : readEventCursor(after)
}

/** Returns the position of a workspace's last event. */
export async function readEventHead(scope: Scope): Promise<number> {
  const row = await selectFrom(scope, 'workspace_counters')
    .select('event_position')
    .executeTakeFirst()
  return row?.event_position ?? 0
}

/**
 * Returns the position before the first event since a time. Uses binary search, because positions are ordered
 * by time except for neighbours, in one snapshot, so that concurrent events are not skipped.
 */
async function findPositionBefore(scope: Scope, since: Date): Promise<number> {
  const { workspaceId } = scope
  const { rows } = await sql<{ position: number }>`
    with recursive search (low, high) as (
      select trimmed_position, event_position + 1 from workspace_counters
      where workspace_id = ${workspaceId}
      union all
      select case when is_since then low else middle end, case when is_since then middle else high end
      from search,
        lateral (select (low + high) / 2 as middle) as halved,
        lateral (
          select coalesce((
            select created_at >= ${since}::timestamptz from events
            where workspace_id = ${workspaceId} and position = middle
          ), false) as is_since
        ) as looked
      where high - low > 1
    ), found as (
      select high from search where high - low <= 1
    )
    select coalesce((
        select min(position) from events
        where workspace_id = ${workspaceId} and created_at >= ${since}::timestamptz
          and position < high and position > high - ${NEIGHBOURS}::bigint
      ), high) - 1 as position
    from found`.execute(scope.db)
  return rows[0]?.position ?? 0
}

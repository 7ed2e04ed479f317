import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { prepared } from '#db/prepared.ts'
import { transaction } from '#db/transaction.ts'
import { announceToWebApps, NOTIFICATIONS_CHANGED } from '#events/announce-to-web-apps.ts'
import { firstOf } from '#lib/first-of.ts'
import { lastOf } from '#lib/last-of.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import { notifyMembers } from './notify-members.ts'
import { readAudience } from './read-audience.ts'
import { readFacts } from './read-facts.ts'
import type { FeedEvent } from './read-facts.ts'
import { settleNotifications } from './settle-notifications.ts'

/** Maximum number of events of one transaction that can notify members. */
const EVENTS = 200
/** Maximum number of positions of one transaction; most events notify nobody. */
const POSITIONS = 10_000
const NOTIFYING = sql.join(NOTIFYING_EVENT_TYPES.map((type) => sql.lit(type)))
/** Events that are older when they are reached, after an outage, notify nobody. */
const STALE_MS = 24 * 3_600_000

/** An event of the next ones, or one row without an event if there is none. */
type EventRow = { from: number; last: number; position: number | null } & (
  | FeedEvent
  | { body: null }
)

/**
 * Notifies the members of the next events of a workspace, in one transaction with the position up to which they are
 * notified: so each event is reached exactly once, whatever is killed. Returns whether there may be more events.
 */
export async function recordNotifications(scope: Scope): Promise<{ isMore: boolean }> {
  const { from, events, position, isMore } = await readEvents(scope)
  if (position === from) return { isMore: false }
  const since = new Date(scope.clock.now().getTime() - STALE_MS)
  const { facts, ...changed } = await readFacts(scope, events, since)
  const audience = facts.length > 0 ? await readAudience(scope, facts) : undefined
  return transaction(scope, async (tx) => {
    // Another worker may already have notified of these events.
    if (!(await movePosition(tx, from, position))) return { isMore: true }
    if (audience) await notifyMembers(tx, facts, audience)
    if (await settleNotifications(tx, changed)) await announceToWebApps(tx, NOTIFICATIONS_CHANGED)
    return { isMore }
  })
}

/** Locks and moves the position; returns whether it was still `from`. */
async function movePosition(tx: Scope, from: number, to: number): Promise<boolean> {
  const moved = await prepared`
    insert into notification_cursors as cursor (workspace_id, position) values (${tx.workspaceId}, ${to})
    on conflict (workspace_id) do update set position = excluded.position
    where cursor.position = ${from}`.execute(tx.db)
  return affectedRows(moved) === 1
}

/**
 * Returns the position of the last event of which members were notified, the next events that can notify them, the position
 * up to which there are no others, and whether there may be more after it. It is one statement, because a busy workspace
 * runs it many times per second.
 */
async function readEvents(
  scope: Scope,
): Promise<{ from: number; events: FeedEvent[]; position: number; isMore: boolean }> {
  const { workspaceId } = scope
  const { rows } = await prepared<EventRow>`
    select coalesce(cursor.position, 0) as from, counter.event_position as last,
      event.position, event.type, event.body, event.created_at
    from workspace_counters as counter
    left join notification_cursors as cursor on cursor.workspace_id = ${workspaceId}
    left join lateral (
      select position, type, body, created_at from events
      where events.workspace_id = ${workspaceId} and events.type in (${NOTIFYING})
        and events.position > coalesce(cursor.position, 0)
        and events.position <= least(counter.event_position, coalesce(cursor.position, 0) + ${POSITIONS}::bigint)
      order by events.position
      limit ${EVENTS}::int
    ) as event on true
    where counter.workspace_id = ${workspaceId}
    order by event.position`.execute(scope.db)
  const { from, last } = firstOf(rows)
  const events = rows.filter((row): row is EventRow & FeedEvent => row.body !== null)
  if (events.length === EVENTS)
    return { from, events, position: lastOf(events).position!, isMore: true }
  const until = Math.min(last, from + POSITIONS)
  return { from, events, position: until, isMore: until < last }
}

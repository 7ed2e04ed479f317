import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { affectedRows } from '#db/affected-rows.ts'
import { transaction } from '#db/transaction.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { notifyMembers } from './notify-members.ts'
import { readAudience } from './read-audience.ts'
import { readFacts } from './read-facts.ts'
import type { FeedEvent } from './read-facts.ts'

/** Maximum number of events of one transaction that can notify members. */
const EVENTS = 200
/** Maximum number of positions of one transaction; most events notify nobody. */
const POSITIONS = 10_000
/** Events that are older when they are reached, after an outage, notify nobody. */
const STALE_MS = 24 * 3_600_000

/**
 * Notifies the members of the next events of a workspace, in one transaction with the position up to which they are
 * notified: so each event is reached exactly once, whatever is killed. Returns whether there may be more events.
 */
export async function recordNotifications(scope: Scope): Promise<{ isMore: boolean }> {
  const from = await readPosition(scope)
  const { events, position, isMore } = await readEvents(scope, from)
  if (position === from) return { isMore: false }
  const since = scope.clock.now().getTime() - STALE_MS
  const fresh = events.filter((event) => event.created_at.getTime() >= since)
  const facts = await readFacts(scope, fresh)
  const audience = facts.length > 0 ? await readAudience(scope, facts) : undefined
  return transaction(scope, async (tx) => {
    // Another worker may have notified of these events meanwhile.
    if (!(await movePosition(tx, from, position))) return { isMore: true }
    if (audience) await notifyMembers(tx, facts, audience)
    return { isMore }
  })
}

/** Returns the position of the last event of which the members were notified. */
async function readPosition(scope: Scope): Promise<number> {
  const row = await scope.db
    .selectFrom('notification_cursors')
    .select('position')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirst()
  return row?.position ?? 0
}

/** Locks and moves the position; returns whether it was still `from`. */
async function movePosition(tx: Scope, from: number, to: number): Promise<boolean> {
  const moved = await sql`
    insert into notification_cursors as cursor (workspace_id, position) values (${tx.workspaceId}, ${to})
    on conflict (workspace_id) do update set position = excluded.position where cursor.position = ${from}`.execute(
    tx.db,
  )
  return affectedRows(moved) === 1
}

/**
 * Returns the next events after `from` that can notify members, the position up to which there are no others, and
 * whether there may be more after it.
 */
async function readEvents(
  scope: Scope,
  from: number,
): Promise<{ events: FeedEvent[]; position: number; isMore: boolean }> {
  const { event_position: last } = await scope.db
    .selectFrom('workspace_counters')
    .select('event_position')
    .where('workspace_id', '=', scope.workspaceId)
    .executeTakeFirstOrThrow()
  const until = Math.min(last, from + POSITIONS)
  const events = await scope.db
    .selectFrom('events')
    .select(['position', 'type', 'body', 'created_at'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('position', '>', from)
    .where('position', '<=', until)
    .where('type', 'in', NOTIFYING_EVENT_TYPES)
    .orderBy('position')
    .limit(EVENTS)
    .$narrowType<{ type: EventType }>()
    .execute()
  if (events.length === EVENTS) return { events, position: events.at(-1)!.position, isMore: true }
  return { events, position: until, isMore: until < last }
}

import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { mixedTransaction } from '#db/mixed-transaction.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { notifyMembers } from './notify-members.ts'
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
  return mixedTransaction(scope, async (tx) => {
    const from = await lockPosition(tx)
    const { events, position, isMore } = await readEvents(tx, from)
    if (position === from) return { isMore: false }
    const since = tx.clock.now().getTime() - STALE_MS
    const fresh = events.filter((event) => event.created_at.getTime() >= since)
    const facts = await readFacts(tx, fresh)
    if (facts.length > 0) await notifyMembers(tx, facts)
    await tx.db
      .updateTable('notification_cursors')
      .set({ position })
      .where('workspace_id', '=', tx.workspaceId)
      .execute()
    return { isMore }
  })
}

/** Locks the position of the last event of which the members were notified, and returns it. */
async function lockPosition(tx: Scope): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    insert into notification_cursors as cursor (workspace_id, position) values (${tx.workspaceId}, 0)
    on conflict (workspace_id) do update set position = cursor.position
    returning position`.execute(tx.db)
  return rows[0]!.position
}

/**
 * Returns the next events after `from` that can notify members, the position up to which there are no others, and
 * whether there may be more after it.
 */
async function readEvents(
  tx: Scope,
  from: number,
): Promise<{ events: FeedEvent[]; position: number; isMore: boolean }> {
  const { event_position: last } = await tx.db
    .selectFrom('workspace_counters')
    .select('event_position')
    .where('workspace_id', '=', tx.workspaceId)
    .executeTakeFirstOrThrow()
  const until = Math.min(last, from + POSITIONS)
  const events = await tx.db
    .selectFrom('events')
    .select(['position', 'type', 'body', 'created_at'])
    .where('workspace_id', '=', tx.workspaceId)
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

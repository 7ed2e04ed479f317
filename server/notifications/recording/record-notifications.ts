import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { NOTIFYING_EVENT_TYPES } from '#shared/event-types.ts'
import { notifyMembers } from './notify-members.ts'
import { readFacts } from './read-facts.ts'
import type { FeedEvent } from './read-facts.ts'

/** Maximum number of events of one transaction. */
const EVENTS = 200
/** Events that are older when they are reached, after an outage, notify nobody. */
const STALE_MS = 24 * 3_600_000

/**
 * Notifies the members of the next events of a workspace, in one transaction with the position up to which they are
 * notified: so each event is reached exactly once, whatever is killed. Returns whether there may be more events.
 */
export async function recordNotifications(scope: Scope): Promise<{ isMore: boolean }> {
  return transaction(scope, async (tx) => {
    const position = await lockPosition(tx)
    const events = await readEvents(tx, position)
    if (events.length === 0) return { isMore: false }
    const since = tx.clock.now().getTime() - STALE_MS
    const fresh = events.filter((event) => event.created_at.getTime() >= since)
    const facts = await readFacts(tx, fresh)
    if (facts.length > 0) await notifyMembers(tx, facts)
    await tx.db
      .updateTable('notification_cursors')
      .set({ position: events.at(-1)!.position })
      .where('workspace_id', '=', tx.workspaceId)
      .execute()
    return { isMore: events.length === EVENTS }
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

async function readEvents(
  tx: Scope,
  position: number,
): Promise<(FeedEvent & { position: number })[]> {
  const { rows } = await sql<FeedEvent & { position: number }>`
    select position, type, created_at,
      case when type = any (${NOTIFYING_EVENT_TYPES}::text[]) then body end as body
    from events
    where workspace_id = ${tx.workspaceId} and position > ${position}
    order by position
    limit ${EVENTS}`.execute(tx.db)
  return rows
}

import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { notifyMembers } from '#notifications/recording/notify-members.ts'
import type { PlacedFact } from '#notifications/recording/read-facts.ts'
import type { BulkRow } from './get-bulk-action.ts'
import type { BulkFacts } from './read-bulk-facts.ts'

/**
 * Notifies the member to whom a bulk action, which has just ended, assigned conversations or tickets: once for all of them,
 * in the caller's transaction. Other actions, and undos, notify nobody.
 */
export async function notifyAssignee(
  tx: Scope,
  { subject, id }: Pick<BulkRow, 'subject' | 'id'>,
  { audience }: BulkFacts,
): Promise<void> {
  const row = await getById(tx, 'bulk_actions', id)
  const { assignee_id: assigneeId } = row.parameters
  const isAssignment = row.phase === 'apply' && row.action === 'assign'
  if (!audience || !isAssignment || !assigneeId || subject === 'contacts' || row.done_count === 0)
    return
  const only = row.done_count === 1 ? await findChangedItem(tx, id) : null
  const fact: PlacedFact = {
    kind: 'assignment',
    sourceId: id,
    chatId: subject === 'chats' ? only : null,
    ticketId: subject === 'tickets' ? only : null,
    bulk: only === null ? { subject, count: row.done_count } : null,
    membershipId: assigneeId,
    assigneeId,
    teamId: null,
    actorType: row.created_by_type,
    actorId: row.created_by_id,
    at: tx.clock.now(),
  }
  await notifyMembers(tx, [fact], audience)
}

/** Returns the id of the item that a bulk action changed; null if there is none. */
async function findChangedItem(tx: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from bulk_action_items
    where workspace_id = ${tx.workspaceId} and bulk_action_id = ${id} and result = 'done'
    limit 1`.execute(tx.db)
  return rows[0]?.item_id ?? null
}

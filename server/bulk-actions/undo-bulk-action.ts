import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { UNDO_MS } from '#conversations/undo-changes.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { AppError } from '#lib/errors.ts'
import type { BulkRow } from './get-bulk-action.ts'
import { findBulkFacts } from './read-bulk-facts.ts'
import type { BulkFacts } from './read-bulk-facts.ts'
import { isUndoable } from './read-action.ts'
import { toBulkAction } from './schema.ts'
import type { BulkActionResource } from './schema.ts'
import { startBulkAction } from './start-bulk-action.ts'

/**
 * Undoes a bulk action: restores the previous value of each item, unless it has been changed since. A running one ends
 * first. A repetition changes nothing. `known`: the result of `findBulkFacts`; needed inside a transaction. @throws {AppError} bulk_action_not_found, bulk_action_final
 */
export async function undoBulkAction(
  scope: Scope,
  id: string,
  known?: BulkFacts,
): Promise<BulkActionResource> {
  const facts = known ?? (await findBulkFacts(scope, id))
  return transaction(scope, async (tx) => {
    const row = await getById(tx, 'bulk_actions', id, 'change')
    if (row.phase === 'undo') return toBulkAction(row)
    if (!isUndoable(row.action))
      throw new AppError('bulk_action_final', `The action ${row.action} cannot be undone.`)
    const now = tx.clock.now()
    const undoing = await changeById(tx, 'bulk_actions', row.id, {
      phase: 'undo',
      status: 'running',
      cursor: null,
      cancel_reason: null,
      leaves_no_trace: isOwnAndRecent(tx, row),
      undone_by_type: tx.actor.type,
      undone_by_id: tx.actor.id,
      completed_at: null,
      updated_at: now,
    })
    await recordAudit(tx, 'bulk_action.undone', row.id, {
      subject: row.subject,
      action: row.action,
      done: row.done_count,
    })
    return startBulkAction(tx, undoing, row.done_count, facts!)
  })
}

/** Returns whether an undo corrects an accident, which leaves no trace: as for a single conversation. */
function isOwnAndRecent(tx: Scope, row: BulkRow): boolean {
  const { actor } = tx
  const isOwn =
    actor.id !== null && row.created_by_type === actor.type && row.created_by_id === actor.id
  const endedAt = row.completed_at ?? tx.clock.now()
  return isOwn && tx.clock.now().getTime() - endedAt.getTime() <= UNDO_MS
}

import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { AppError } from '#lib/errors.ts'
import type { CancelReason } from '#shared/cancel-reasons.ts'
import type { BulkRow } from './get-bulk-action.ts'
import { refuseUnlessAllowed } from './needed-scope.ts'
import { findBulkFacts } from './read-bulk-facts.ts'
import type { BulkFacts } from './read-bulk-facts.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { statusOf, toBulkAction } from './schema.ts'
import type { BulkActionResource } from './schema.ts'

/**
 * Cancels a bulk action between two batches; items that it has changed stay changed. One that is canceled already stays
 * unchanged. `known`: the result of `findBulkFacts`; needed inside a transaction. @throws {AppError} bulk_action_not_found,
 * bulk_action_ended, admin_required, insufficient_scope
 */
export async function cancelBulkAction(
  scope: Scope,
  id: string,
  known?: BulkFacts,
): Promise<BulkActionResource> {
  const facts = known ?? (await findBulkFacts(scope, id))
  return transaction(scope, async (tx) => {
    const row = await getById(tx, 'bulk_actions', id, 'change')
    refuseUnlessAllowed(tx, facts!)
    const status = statusOf(row)
    if (status === 'canceled') return toBulkAction(row)
    if (status !== 'running')
      throw new AppError('bulk_action_ended', `The bulk action is already ${status}.`)
    return toBulkAction(await storeCanceled(tx, row, null, facts!))
  })
}

/** Ends a locked bulk action before its last item, in the caller's transaction. `reason`: null if the actor wants it. */
export async function storeCanceled(
  tx: Scope,
  row: BulkRow,
  reason: CancelReason | null,
  facts: BulkFacts,
): Promise<BulkRow> {
  const now = tx.clock.now()
  const canceled = await changeById(tx, 'bulk_actions', row.id, {
    status: 'canceled',
    cancel_reason: reason,
    completed_at: now,
    updated_at: now,
  })
  await notifyAssignee(tx, row, facts)
  await recordAudit(tx, 'bulk_action.canceled', row.id, {
    subject: row.subject,
    action: row.action,
    total: row.total_count,
    done: row.done_count,
    ...(reason !== null && { reason }),
  })
  return canceled
}

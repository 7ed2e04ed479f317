import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { readForm } from './read-form.ts'

/** Deletes a form: it accepts no more posts; its leads stay. @throws {AppError} form_not_found */
export async function deleteForm(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { id: formId, name } = await readForm(tx, id, 'change')
    await tx.db
      .deleteFrom('form_routes')
      .where('workspace_id', '=', tx.workspaceId)
      .where('form_id', '=', formId)
      .execute()
    // The row stays, because leads and unprocessed submissions refer to it.
    await tx.db
      .updateTable('forms')
      .set({ deleted_at: tx.clock.now(), secret: null })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', formId)
      .execute()
    await recordAudit(tx, {
      action: 'form.deleted',
      targetType: 'form',
      targetId: formId,
      data: { name },
    })
  })
}

import { recordAudit } from '#account/audit/record-audit.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import { updateById } from '#db/update-by-id.ts'
import { readForm } from './read-form.ts'

/** Marks a form as deleted whose token is refused now. The row stays: leads and unprocessed submissions refer to it. */
export const formDeletedEffect: Effect<{ id: string; at: string }> = {
  kind: 'form_deleted',
  async apply(tx, { id, at }) {
    await updateById(tx, 'forms', id, { deleted_at: new Date(at), secret: null })
  },
}

/** Deletes a form: it accepts no more posts; its leads stay. @throws {AppError} form_not_found */
export async function deleteForm(scope: Scope, id: string): Promise<void> {
  const { id: formId, name } = await readForm(scope, id)
  await directoryTransaction(scope, async (tx) => {
    const { numDeletedRows } = await tx.directory
      .deleteFrom('form_routes')
      .where('workspace_id', '=', tx.workspaceId)
      .where('form_id', '=', formId)
      .executeTakeFirst()
    // A concurrent request has deleted it.
    if (numDeletedRows === 0n) return
    await defer(tx, formDeletedEffect, { id: formId, at: tx.clock.now().toISOString() })
    await recordAudit(tx, 'form.deleted', formId, { name })
  })
}

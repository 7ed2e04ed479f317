import { isAdmin } from '#account/users/is-admin.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { lockView } from './lock-view.ts'

/** Deletes a view. @throws {AppError} view_not_found, author_required */
export async function deleteView(scope: Scope, id: string): Promise<void> {
  const isByAdmin = await isAdmin(scope)
  await transaction(scope, async (tx) => {
    const view = await lockView(tx, id, isByAdmin)
    await deleteFrom(tx, 'views').where('id', '=', view.id).execute()
    if (view.owner_id === null) await recordAudit(tx, 'view.deleted', view.id, { name: view.name })
  })
}

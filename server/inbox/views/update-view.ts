import { readTrimmed } from '#lib/read-trimmed.ts'
import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { present } from '#lib/present.ts'
import { updateById } from '#db/update-by-id.ts'
import { noOwner } from './create-view.ts'
import { lockView } from './lock-view.ts'
import { toView } from './schema.ts'
import type { View, UpdateViewBody } from './schema.ts'

/** The fields to change; missing ones stay. */
type UpdateViewInput = Static<typeof UpdateViewBody>

/**
 * Updates a view. One that is no longer shared belongs to its author again. `isByAdmin`: whether the actor is an admin; needed
 * inside a transaction.
 *
 * @throws {AppError} view_not_found, author_required, validation_failed
 */
export async function updateView(
  scope: Scope,
  id: string,
  input: UpdateViewInput,
  isByAdmin?: boolean,
): Promise<View> {
  const mayChange = isByAdmin ?? (await isAdmin(scope))
  const { name, filters, is_shared: isShared } = input
  return transaction(scope, async (tx) => {
    const view = await lockView(tx, id, mayChange)
    if (isShared === false && view.created_by === null) throw noOwner()
    const row = present(
      await updateById(tx, 'views', view.id, {
        ...(name !== undefined && { name: readTrimmed('name', name) }),
        ...(filters !== undefined && { filters: JSON.stringify(filters) }),
        ...(isShared !== undefined && { owner_id: isShared ? null : view.created_by }),
        updated_at: tx.clock.now(),
      }),
    )
    if (isShared && view.owner_id !== null)
      await recordAudit(tx, 'view.shared', row.id, { name: row.name })
    return toView(row)
  })
}

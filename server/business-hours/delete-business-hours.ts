import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'

/** Deletes business hours. What has used them uses the default ones, if there are any. @throws {AppError} business_hours_not_found */
export async function deleteBusinessHours(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { name } = await deleteById(tx, 'business_hours', id)
    await recordAudit(tx, 'business_hours.deleted', id, { name })
  })
}

import { recordAudit } from '#account/audit/record-audit.ts'
import { reconsiderAvailability } from '#availability/reconsider-availability.ts'
import type { Scope } from '#db/context.ts'
import { deleteById, getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'

/** Deletes business hours. Members whose working hours they are have none then; teams that have used them use the default ones, if there are any. @throws {AppError} business_hours_not_found */
export async function deleteBusinessHours(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const { name } = await getById(tx, 'business_hours', id, 'change')
    await reconsiderAvailability(tx, id)
    await deleteById(tx, 'business_hours', id)
    await recordAudit(tx, 'business_hours.deleted', id, { name })
  })
}

import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'

/** Deletes a price list; from then on the list before it is valid longer. @throws {AppError} price_list_not_found */
export async function deletePriceList(scope: Scope, id: string): Promise<void> {
  await transaction(scope, async (tx) => {
    const list = await deleteById(tx, 'price_lists', id)
    const { id: targetId, valid_from, currency, filename } = list
    await recordAudit(tx, 'price_list.deleted', targetId, {
      valid_from: valid_from.toISOString(),
      currency,
      filename,
    })
  })
}

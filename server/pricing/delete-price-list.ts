import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { isUuid } from '#lib/ids.ts'
import { priceListNotFound } from './get-price-list.ts'

/** Deletes a price list; from then on the list before it is valid longer. @throws {AppError} price_list_not_found */
export async function deletePriceList(scope: Scope, id: string): Promise<void> {
  if (!isUuid(id)) throw priceListNotFound(id)
  await transaction(scope, async (tx) => {
    const list = await deleteFrom(tx, 'price_lists')
      .where('id', '=', id)
      .returning(['id', 'valid_from', 'currency', 'filename'])
      .executeTakeFirst()
    if (!list) throw priceListNotFound(id)
    const { id: targetId, valid_from, currency, filename } = list
    await recordAudit(tx, 'price_list.deleted', targetId, {
      valid_from: valid_from.toISOString(),
      currency,
      filename,
    })
  })
}

import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { countRows } from '#db/count-rows.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import type { NewPriceList } from './read-price-csv.ts'
import { toPriceList } from './schema.ts'
import type { PriceList } from './schema.ts'

/** The most price lists of a workspace. */
const LISTS_MAX = 200

/** Stores the prices of an uploaded file. @throws {AppError} price_list_taken, quota_exceeded */
export async function createPriceList(
  scope: Scope,
  filename: string,
  { validFrom, currency, prices }: NewPriceList,
): Promise<PriceList> {
  return transaction(scope, async (tx) => {
    if ((await countRows(selectFrom(tx, 'price_lists'))) >= LISTS_MAX)
      throw new AppError(
        'quota_exceeded',
        `A workspace has at most ${LISTS_MAX} price lists. Delete one that you no longer need.`,
      )
    const row = await tx.db
      .insertInto('price_lists')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        valid_from: validFrom,
        currency,
        filename,
        actor_type: tx.actor.type,
        actor_id: tx.actor.id,
        created_at: tx.clock.now(),
      })
      .onConflict((oc) => oc.columns(['workspace_id', 'valid_from']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row)
      throw new AppError(
        'price_list_taken',
        `There is already a price list from ${validFrom.toISOString()}. Delete it first to replace it.`,
      )
    const given = bulkRows('given', prices, {
      country: ['text', (each) => each.country],
      category: ['text', (each) => each.category],
      market: ['text', (each) => each.market],
      price: ['text', (each) => each.price],
    })
    await sql`
      insert into prices (workspace_id, list_id, country, category, market, price)
      select ${tx.workspaceId}::uuid, ${row.id}::uuid, country, category, market, price::numeric
      from ${given}`.execute(tx.db)
    await recordAudit(tx, 'price_list.uploaded', row.id, {
      valid_from: validFrom.toISOString(),
      currency,
      filename,
      prices: prices.length,
    })
    return toPriceList({ ...row, price_count: prices.length })
  })
}

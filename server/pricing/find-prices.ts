import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { Money } from './schema.ts'

/** Returns the prices of one message to a country at `at`, by category; none without a valid price list. */
export async function findPrices(
  scope: Scope,
  country: string,
  at: Date,
): Promise<Map<string, Money>> {
  const { rows } = await sql<Money & { category: string }>`
    select category, trim_scale(price)::text as amount, currency
    from (
      select id, currency from price_lists
      where workspace_id = ${scope.workspaceId} and valid_from <= ${at}::timestamptz
      order by valid_from desc limit 1
    ) as list
    join prices on prices.workspace_id = ${scope.workspaceId} and prices.list_id = list.id
    where prices.country = ${country}`.execute(scope.db)
  return new Map(rows.map(({ category, amount, currency }) => [category, { amount, currency }]))
}

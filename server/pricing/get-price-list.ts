import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { toPriceList } from './schema.ts'
import type { PriceListDetail } from './schema.ts'

type Row = { market: string; category: string; price: string; countries: string[] }

/** Returns a price list with its prices by market, in alphabetical order. @throws {AppError} price_list_not_found */
export async function getPriceList(scope: Scope, id: string): Promise<PriceListDetail> {
  const list = await getById(scope, 'price_lists', id)
  const { rows } = await sql<Row>`
    select market, category, trim_scale(price)::text as price, array_agg(country order by country) as countries
    from prices
    where workspace_id = ${scope.workspaceId} and list_id = ${list.id}
    group by market, category, price
    order by lower(market), market, category`.execute(scope.db)
  const markets = [...Map.groupBy(rows, ({ market }) => market)].map(([market, prices]) => ({
    market,
    countries: [...new Set(prices.flatMap(({ countries }) => countries))].toSorted(),
    prices: Object.fromEntries(prices.map(({ category, price }) => [category, price])),
  }))
  const count = rows.reduce((sum, { countries }) => sum + countries.length, 0)
  return { ...toPriceList({ ...list, price_count: count }), markets }
}

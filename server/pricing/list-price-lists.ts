import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toPriceList } from './schema.ts'
import type { PriceList } from './schema.ts'

/** Lists price lists, the latest date first. @throws {AppError} invalid_cursor */
export async function listPriceLists(scope: Scope, input: PageInput): Promise<Page<PriceList>> {
  return listPage(
    selectFrom(scope, 'price_lists').selectAll().select(countPrices(scope)),
    newestFirst('valid_from', 'id', (row) => row.valid_from),
    input,
    toPriceList,
  )
}

/** Returns, as SQL, the number of prices of a row of `price_lists`. */
function countPrices({ workspaceId }: Scope) {
  return sql<number>`(
    select count(*)::integer from prices
    where prices.workspace_id = ${workspaceId} and prices.list_id = price_lists.id
  )`.as('price_count')
}

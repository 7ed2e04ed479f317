import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { listPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import type { BulkItem, ListBulkItemsQuery } from './schema.ts'

const BY_ID: Order<{ item_id: string }> = {
  direction: 'asc',
  columns: [{ by: sql.ref('item_id'), kind: 'uuid', of: (row) => row.item_id }],
}

/**
 * Returns one page of the items of a bulk action, in the order in which they are changed. @throws {AppError}
 * bulk_action_not_found, invalid_cursor
 */
export async function listBulkItems(
  scope: Scope,
  id: string,
  input: Static<typeof ListBulkItemsQuery>,
): Promise<Page<BulkItem>> {
  const { result } = input
  const row = await getById(scope, 'bulk_actions', id)
  const query = selectFrom(scope, 'bulk_action_items')
    .select(['item_id', 'result', 'reason'])
    .where('bulk_action_id', '=', row.id)
    .$if(result !== undefined, (all) => all.where('result', '=', result!))
  return listPage(query, BY_ID, input, (item) => ({
    id: item.item_id,
    result: item.result,
    reason: item.reason,
  }))
}

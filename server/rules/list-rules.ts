import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listPage } from '#db/list-page.ts'
import type { Order } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toRule } from './schema.ts'
import type { Rule } from './schema.ts'

const BY_PLACE: Order<{ id: string; place: number }> = {
  direction: 'asc',
  columns: [
    { by: sql.ref('place'), kind: 'int', of: (row) => row.place },
    { by: sql.ref('id'), kind: 'uuid', of: (row) => row.id },
  ],
}

/** Returns one page of rules, in the order in which they run. @throws {AppError} invalid_cursor */
export async function listRules(scope: Scope, input: PageInput): Promise<Page<Rule>> {
  return listPage(selectFrom(scope, 'rules').selectAll(), BY_PLACE, input, toRule)
}

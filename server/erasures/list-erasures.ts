import type { Scope } from '#db/context.ts'
import { listPage, NEWEST_IDS } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toErasure } from './schema.ts'
import type { Erasure } from './schema.ts'

/** Returns one page of the workspace's erasures, newest first. @throws {AppError} invalid_cursor */
export async function listErasures(scope: Scope, input: PageInput): Promise<Page<Erasure>> {
  const query = selectFrom(scope, 'erasures').selectAll()
  return listPage(query, NEWEST_IDS, input, toErasure)
}

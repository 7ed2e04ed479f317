import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toTag } from './schema.ts'
import type { Tag } from './schema.ts'

/** Returns one page of tags, the newest first. @throws {AppError} invalid_cursor */
export async function listTags(scope: Scope, input: PageInput): Promise<Page<Tag>> {
  const query = selectFrom(scope, 'tags').selectAll()
  return listPage(query, NEWEST, input, toTag)
}

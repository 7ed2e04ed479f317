import type { Scope } from '#context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toTag } from './schema.ts'
import type { Tag } from './schema.ts'

/** Returns one page of tags, the newest first. @throws {AppError} invalid_cursor */
export async function listTags(scope: Scope, input: PageInput): Promise<Page<Tag>> {
  const query = scope.db
    .selectFrom('tags')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
  return listPage(query, NEWEST, input, toTag)
}

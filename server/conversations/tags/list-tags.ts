import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toTag } from './schema.ts'
import type { Tag } from './schema.ts'

/** One page of tags, the newest first. @throws {AppError} invalid_cursor */
export async function listTags(scope: Scope, input: PageInput): Promise<Page<Tag>> {
  const { limit, after } = readPageInput(input)
  const query = newestFirst(
    scope.db.selectFrom('tags').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'created_at', id: 'id' },
    { after, limit },
  )
  return toPage(await query.execute(), limit, (row) => ({ at: row.created_at, id: row.id }), toTag)
}

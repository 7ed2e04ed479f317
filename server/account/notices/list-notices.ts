import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page } from '#lib/pagination.ts'
import { toNotice } from './schema.ts'
import type { ListNoticesQuery, NoticeResource } from './schema.ts'

/** The workspace's notices, newest first. @throws {AppError} invalid_cursor */
export async function listNotices(
  scope: Scope,
  input: ListNoticesQuery,
): Promise<Page<NoticeResource>> {
  const { limit, after } = readPageInput(input)
  let query = scope.db
    .selectFrom('notices')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
  if (input.dismissed !== undefined)
    query = query.where('dismissed_at', input.dismissed ? 'is not' : 'is', null)
  const rows = await newestFirst(
    query,
    { time: 'created_at', id: 'id' },
    { after, limit },
  ).execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toNotice)
}

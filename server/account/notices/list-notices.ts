import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page } from '#lib/page.ts'
import { toNotice } from './schema.ts'
import type { ListNoticesQuery, NoticeResource } from './schema.ts'

/** Returns one page of the workspace's notices, newest first. @throws {AppError} invalid_cursor */
export async function listNotices(
  scope: Scope,
  input: ListNoticesQuery,
): Promise<Page<NoticeResource>> {
  let query = selectFrom(scope, 'notices').selectAll()
  if (input.dismissed !== undefined)
    query = query.where('dismissed_at', input.dismissed ? 'is not' : 'is', null)
  return listPage(query, NEWEST, input, toNotice)
}

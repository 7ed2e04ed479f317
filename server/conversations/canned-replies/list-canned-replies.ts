import type { Scope } from '#context.ts'
import { likePattern } from '#db/like-pattern.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply } from './schema.ts'

/** One page of canned replies, the newest first; `q` is part of the shortcut or the text. @throws {AppError} invalid_cursor */
export async function listCannedReplies(
  scope: Scope,
  input: PageInput & { q?: string },
): Promise<Page<CannedReply>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    scope.db.selectFrom('canned_replies').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'created_at', id: 'id' },
    { after, limit },
  )
  if (input.q !== undefined) {
    const pattern = likePattern(input.q)
    query = query.where((eb) =>
      eb.or([eb('shortcut', 'ilike', pattern), eb('text', 'ilike', pattern)]),
    )
  }
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toCannedReply)
}

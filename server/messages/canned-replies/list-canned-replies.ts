import type { Scope } from '#db/context.ts'
import { likePattern } from '#db/searching/like-pattern.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { findFiles } from './replace-files.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply } from './schema.ts'
import { visibleCannedReplies } from './visible-canned-replies.ts'

/** Lists the canned replies that the scope's actor has, newest first; `q` is part of the shortcut or the text. @throws {AppError} invalid_cursor */
export async function listCannedReplies(
  scope: Scope,
  input: PageInput & { q?: string },
): Promise<Page<CannedReply>> {
  let query = visibleCannedReplies(scope).selectAll()
  if (input.q !== undefined) {
    const pattern = likePattern(input.q)
    query = query.where((eb) =>
      eb.or([eb('shortcut', 'ilike', pattern), eb('text', 'ilike', pattern)]),
    )
  }
  const { data, ...page } = await listPage(query, NEWEST, input, (row) => row)
  const filesOf = await findFiles(
    scope,
    data.map(({ id }) => id),
  )
  return { ...page, data: data.map((row) => toCannedReply(scope, row, filesOf(row.id))) }
}

import type { Scope } from '#db/context.ts'
import { likePattern } from '#db/searching/like-pattern.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { toCannedReply } from './schema.ts'
import type { CannedReply } from './schema.ts'

/** Lists canned replies, newest first; `q` is part of the shortcut or the text. @throws {AppError} invalid_cursor */
export async function listCannedReplies(
  scope: Scope,
  input: PageInput & { q?: string },
): Promise<Page<CannedReply>> {
  let query = selectFrom(scope, 'canned_replies').selectAll()
  if (input.q !== undefined) {
    const pattern = likePattern(input.q)
    query = query.where((eb) =>
      eb.or([eb('shortcut', 'ilike', pattern), eb('text', 'ilike', pattern)]),
    )
  }
  return listPage(query, NEWEST, input, toCannedReply)
}

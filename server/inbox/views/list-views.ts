import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { visibleViews } from './lock-view.ts'
import { toView } from './schema.ts'
import type { View } from './schema.ts'

/** Lists the views that are shared or the signed-in member's own, newest first. @throws {AppError} invalid_cursor */
export async function listViews(
  scope: Scope,
  input: PageInput & { subject?: View['subject'] },
): Promise<Page<View>> {
  let query = visibleViews(scope).selectAll()
  if (input.subject) query = query.where('subject', '=', input.subject)
  return listPage(query, NEWEST, input, toView)
}

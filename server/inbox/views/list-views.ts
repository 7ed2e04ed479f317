import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { visibleViews } from './find-view.ts'
import { toView } from './schema.ts'
import type { View } from './schema.ts'

/** One page of the views that are shared or the signed-in member's own, the newest first. @throws {AppError} invalid_cursor */
export async function listViews(
  scope: Scope,
  input: PageInput & { subject?: View['subject'] },
): Promise<Page<View>> {
  const { limit, after } = readPageInput(input)
  let query = newestFirst(
    visibleViews(scope).selectAll(),
    { time: 'created_at', id: 'id' },
    { after, limit },
  )
  if (input.subject) query = query.where('subject', '=', input.subject)
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toView)
}

import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { findOpenForms } from './read-form.ts'
import { toForm } from './schema.ts'
import type { Form } from './schema.ts'

/** Lists the workspace's forms, newest first. @throws {AppError} invalid_cursor */
export async function listForms(scope: Scope, input: PageInput): Promise<Page<Form>> {
  const open = await findOpenForms(scope)
  const query = selectFrom(scope, 'forms').selectAll().where('deleted_at', 'is', null)
  return listPage(query, NEWEST, input, (row) => toForm({ ...row, is_open: open.has(row.id) }))
}

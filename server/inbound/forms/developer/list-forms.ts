import type { Scope } from '#context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { findOpenForms, selectForms } from './read-form.ts'
import { toForm } from './schema.ts'
import type { Form } from './schema.ts'

/** Lists the workspace's forms, newest first. @throws {AppError} invalid_cursor */
export async function listForms(scope: Scope, input: PageInput): Promise<Page<Form>> {
  const open = await findOpenForms(scope)
  return listPage(selectForms(scope), NEWEST, input, (row) =>
    toForm({ ...row, is_open: open.has(row.id) }),
  )
}

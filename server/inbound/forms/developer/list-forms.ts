import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { selectForms } from './read-form.ts'
import { toForm } from './schema.ts'
import type { Form } from './schema.ts'

/** One page of the workspace's forms, newest first. @throws {AppError} invalid_cursor */
export async function listForms(scope: Scope, input: PageInput): Promise<Page<Form>> {
  const { limit, after } = readPageInput(input)
  const rows = await newestFirst(
    selectForms(scope),
    { time: 'forms.created_at', id: 'forms.id' },
    { after, limit },
  ).execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toForm)
}

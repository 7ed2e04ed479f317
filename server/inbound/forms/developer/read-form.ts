import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { Forms } from '#db/tables/forms.ts'
import { AppError } from '#lib/errors.ts'
import { toForm } from './schema.ts'
import type { Form } from './schema.ts'
import { findById } from '#db/find-by-id.ts'

/** Returns the row of the form with this id, optionally locked. @throws {AppError} form_not_found */
export async function readForm(
  scope: Scope,
  id: string,
  lock?: 'change',
): Promise<Selectable<Forms>> {
  const row = await findById(scope, 'forms', id, lock)
  if (!row || row.deleted_at)
    throw new AppError('form_not_found', `There is no form ${id} in this workspace.`)
  return row
}

/** Returns the form with this id as the API shows it. @throws {AppError} form_not_found */
export async function getForm(scope: Scope, id: string): Promise<Form> {
  const row = await readForm(scope, id)
  return toForm({ ...row, is_open: (await findOpenForms(scope)).has(row.id) })
}

/** Returns the ids of the workspace's forms that accept submissions without a token: at most one. */
export async function findOpenForms(
  scope: Pick<Scope, 'directory' | 'workspaceId'>,
): Promise<Set<string>> {
  const rows = await scope.directory
    .selectFrom('form_routes')
    .select('form_id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('is_open', '=', true)
    .execute()
  return new Set(rows.map((row) => row.form_id))
}

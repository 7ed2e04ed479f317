import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Forms } from '#db/tables/forms.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { toForm } from './schema.ts'
import type { Form } from './schema.ts'

/** Selects the forms of the scope's workspace that were not deleted. */
export function selectForms(scope: Pick<Scope, 'db' | 'workspaceId'>) {
  return scope.db
    .selectFrom('forms')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('deleted_at', 'is', null)
}

/** Returns the row of the form with this id, optionally locked. @throws {AppError} form_not_found */
export async function readForm(
  scope: Scope,
  id: string,
  lock?: 'change',
): Promise<Selectable<Forms>> {
  const row = isUuid(id)
    ? await selectForms(scope)
        .where('id', '=', id)
        .$if(lock === 'change', (query) => query.forNoKeyUpdate())
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('form_not_found', `There is no form ${id} in this workspace.`)
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

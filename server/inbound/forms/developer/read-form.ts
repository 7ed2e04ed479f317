import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import type { FormRow } from './schema.ts'

/** Selects the forms of the scope's workspace that were not deleted. */
export function selectForms(scope: Pick<Scope, 'db' | 'workspaceId'>) {
  return scope.db
    .selectFrom('forms')
    .innerJoin('form_routes', (join) =>
      join
        .onRef('form_routes.workspace_id', '=', 'forms.workspace_id')
        .onRef('form_routes.form_id', '=', 'forms.id'),
    )
    .selectAll('forms')
    .select('form_routes.is_open')
    .where('forms.workspace_id', '=', scope.workspaceId)
    .where('forms.deleted_at', 'is', null)
}

/** Returns the form with this id, optionally locked. @throws {AppError} form_not_found */
export async function readForm(scope: Scope, id: string, lock?: 'change'): Promise<FormRow> {
  const row = isUuid(id)
    ? await selectForms(scope)
        .where('forms.id', '=', id)
        .$if(lock === 'change', (query) => query.forNoKeyUpdate('forms'))
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('form_not_found', `There is no form ${id} in this workspace.`)
  return row
}

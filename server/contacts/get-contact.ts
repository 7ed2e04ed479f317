import type { Scope } from '../context.ts'
import { AppError } from '../lib/errors.ts'
import { isUuid } from '../lib/ids.ts'
import { toPerson } from './schema.ts'
import type { Person } from './schema.ts'

/** The person with this id. @throws {AppError} person_not_found */
export async function getContact(scope: Scope, id: string): Promise<Person> {
  const row = isUuid(id)
    ? await scope.db
        .selectFrom('people')
        .selectAll()
        .where('workspace_id', '=', scope.workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new AppError('person_not_found', `There is no person ${id} in this workspace.`)
  return toPerson(row)
}

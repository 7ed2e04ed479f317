import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'
import { USERNAME_KINDS } from '#shared/identity-kinds.ts'
import { findPersonId, personNotFound } from './resolve-person.ts'
import { toPerson } from './schema.ts'
import type { PersonDetail } from './schema.ts'

/** Returns the contact with this id, or the one it was merged into. @throws {AppError} person_not_found */
export async function getContact(scope: Scope, id: string): Promise<PersonDetail> {
  const personId = await findPersonId(scope, id)
  const row = personId && (await findById(scope, 'people', personId))
  if (!row) throw personNotFound(id)
  const identities = await scope.db
    .selectFrom('identities')
    .select(['kind', 'value'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('person_id', '=', row.id)
    .orderBy('kind')
    .orderBy('created_at')
    .orderBy('value')
    .execute()
  const merged = await scope.db
    .selectFrom('people')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .where('merged_into_id', '=', row.id)
    .orderBy('id')
    .execute()
  // The newest one is the last.
  const username = identities.findLast(({ kind }) => USERNAME_KINDS.some((each) => each === kind))
  return {
    ...toPerson(row),
    username: username?.value ?? null,
    identities,
    merged_ids: merged.map(({ id: each }) => each),
  }
}

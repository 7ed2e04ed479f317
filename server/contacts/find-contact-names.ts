import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { ContactName } from './schema.ts'
import { usernameOf } from './username-of.ts'

/** Returns the names of the contacts that exist among `ids`, by id. A merged contact keeps its own name. */
export async function findContactNames(
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ContactName>> {
  if (ids.length === 0) return new Map()
  const rows = await selectFrom(scope, 'people')
    .select([
      'id',
      'name',
      'phone_e164',
      'email',
      usernameOf(scope.workspaceId, 'people.id').as('username'),
    ])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

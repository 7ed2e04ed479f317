import { sql } from 'kysely'
import type { PersonRow } from '#contacts/person-facts.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { isUuid } from '#lib/ids.ts'

/**
 * Locks two contacts in id order, so that transactions that refer to them finish first and later ones check again.
 * @throws {AppError} person_not_found
 */
export async function lockPeople(
  tx: Scope,
  ids: [string, string],
): Promise<[PersonRow, PersonRow]> {
  for (const id of ids) if (!isUuid(id)) throw notFound('people', id)
  const { rows } = await sql<PersonRow>`
    select * from people
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id for update`.execute(tx.db)
  const [first, second] = ids.map((id) => {
    const row = rows.find((each) => each.id === id.toLowerCase())
    if (!row) throw notFound('people', id)
    return row
  })
  return [first!, second!]
}

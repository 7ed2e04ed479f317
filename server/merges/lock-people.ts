import { sql } from 'kysely'
import type { PersonRow } from '#contacts/person-facts.ts'
import { personNotFound } from '#contacts/resolve-person.ts'
import type { Scope } from '#context.ts'

/**
 * Two people, locked in the order of their ids against all who would refer to them: what is under way is waited for,
 * and what comes later looks again. @throws {AppError} person_not_found
 */
export async function lockPeople(
  tx: Scope,
  ids: [string, string],
): Promise<[PersonRow, PersonRow]> {
  const { rows } = await sql<PersonRow>`
    select * from people
    where workspace_id = ${tx.workspaceId} and id = any (${ids}::uuid[])
    order by id for update`.execute(tx.db)
  const [first, second] = ids.map((id) => {
    const row = rows.find((each) => each.id === id.toLowerCase())
    if (!row) throw personNotFound(id)
    return row
  })
  return [first!, second!]
}

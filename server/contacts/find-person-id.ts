import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Execute, Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import type { People } from '#db/tables/contacts.ts'
import { notFound, getById } from '#db/get-by-id.ts'
import { prepared } from '#db/prepared.ts'
import { isUuid } from '#lib/ids.ts'

/** Returns the current id of the person with `id`: that of the one it was merged into, undefined when unknown. */
export async function findPersonId(scope: Scope, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<{ id: string }>`
    select coalesce(merged_into_id, id) as id from people
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  return rows[0]?.id
}

/**
 * Returns the current ids of people, by the given ids in lower case, after following merges. Locks them in the order of
 * their ids, so that a concurrent merge waits until rows of this transaction that refer to them are committed.
 *
 * change: locks them for a change of the people themselves. @throws {AppError} person_not_found
 */
export async function lockPersonIds(
  tx: Scope,
  ids: string[],
  lock: 'refer' | 'change' = 'refer',
): Promise<Map<string, string>> {
  const current = new Map(ids.map((id) => [id.toLowerCase(), id.toLowerCase()]))
  for (let next = [...current.keys()]; next.length > 0;) {
    const rows = await lockGiven[lock](tx, next.filter(isUuid))
    const found = new Map(rows.map((row) => [row.id, row.merged_into_id]))
    for (const [id, at] of current) {
      if (found.get(at)) current.set(id, found.get(at)!)
    }
    const unknown = next.find((id) => !found.has(id))
    if (unknown !== undefined)
      throw notFound('people', ids.find((id) => id.toLowerCase() === unknown) ?? unknown)
    next = [...new Set(rows.flatMap((row) => row.merged_into_id ?? []))]
  }
  return current
}

const lockGiven = {
  refer: gathered(lockingBy('key share')),
  change: gathered(lockingBy('no key update')),
}

function lockingBy(strength: string): Execute<string, LockedPerson> {
  return (tx, ids) =>
    prepared<LockedPerson>`
      select people.workspace_id, people.id, people.merged_into_id
      from ${ids.rows('given', { id: ['uuid', (id) => id] })}
      join people on people.workspace_id = given.workspace_id and people.id = given.id
      order by people.id for ${sql.raw(strength)} of people`.execute(tx.db)
}

type LockedPerson = { workspace_id: string; id: string; merged_into_id: string | null }

/** Returns the current id of one person, and locks it, as `lockPersonIds` does. @throws {AppError} person_not_found */
export async function lockPersonId(
  tx: Scope,
  id: string,
  lock: 'refer' | 'change' = 'refer',
): Promise<string> {
  const current = await lockPersonIds(tx, [id], lock)
  return current.get(id.toLowerCase())!
}

/** Locks the current row of one person for changing it, and returns it. @throws {AppError} person_not_found */
export async function lockPerson(tx: Scope, id: string): Promise<Selectable<People>> {
  return getById(tx, 'people', await lockPersonId(tx, id, 'change'))
}

import type { Scope } from '#db/context.ts'
import { gathered } from '#db/gathered.ts'
import { prepared } from '#db/prepared.ts'
import { keyText } from './person-facts.ts'
import type { IdentityKey } from './person-facts.ts'

/**
 * Returns the owner of each identity that has one, by `keyText`; a merged contact's is the one it was merged into.
 *
 * `offset 0` keeps one look-up per key: of a new table PostgreSQL expects so few rows that it would read all identities of
 * the workspace, and it keeps that plan until the table is analyzed.
 */
export async function findIdentityOwners(
  tx: Scope,
  keys: IdentityKey[],
): Promise<Map<string, string>> {
  const rows = await findOwners(tx, keys)
  return new Map(rows.map((row) => [keyText(row), row.person_id]))
}

type Owned = IdentityKey & { workspace_id: string; person_id: string }

const findOwners = gathered<IdentityKey, Owned>((tx, keys) => {
  const asked = keys.rows('asked', {
    kind: ['text', (key) => key.kind],
    value: ['text', (key) => key.value],
  })
  return prepared<Owned>`
    select asked.workspace_id, asked.kind, asked.value, owner.person_id
    from ${asked}
    cross join lateral (
      select coalesce(merged_into_id, person_id) as person_id
      from identities
      join people on people.workspace_id = asked.workspace_id and people.id = person_id
      where identities.workspace_id = asked.workspace_id
        and identities.kind = asked.kind and identities.value = asked.value
      offset 0
    ) as owner`.execute(tx.db)
})

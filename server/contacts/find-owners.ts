import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { keyText, toSearch } from './person-facts.ts'
import type { IdentityKey, PersonFacts } from './person-facts.ts'

/** The owner of each identity that any of `facts` is searched by, by `keyText`: the one that a merge left. */
export async function findOwners(tx: Scope, facts: PersonFacts[]): Promise<Map<string, string>> {
  const keys = facts.flatMap((each) => toSearch(each).flatMap((group) => group.keys))
  if (keys.length === 0) return new Map()
  const asked = bulkRows('asked', keys, {
    kind: ['text', (key) => key.kind],
    value: ['text', (key) => key.value],
  })
  const { rows } = await prepared<IdentityKey & { person_id: string }>`
    select identities.kind, identities.value, coalesce(merged_into_id, person_id) as person_id
    from ${asked}
    join identities on identities.workspace_id = ${tx.workspaceId}
      and identities.kind = asked.kind and identities.value = asked.value
    join people on people.workspace_id = ${tx.workspaceId} and people.id = person_id`.execute(tx.db)
  return new Map(rows.map((row) => [keyText(row), row.person_id]))
}

import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { keyText, toSearch } from './person-facts.ts'
import type { IdentityKey, PersonFacts } from './person-facts.ts'

/** The owner of each identity that any of `facts` is searched by, by `keyText`: the one that a merge left. */
export async function findOwners(tx: Scope, facts: PersonFacts[]): Promise<Map<string, string>> {
  const keys = facts.flatMap((each) => toSearch(each).flatMap((group) => group.keys))
  if (keys.length === 0) return new Map()
  const { rows } = await sql<IdentityKey & { person_id: string }>`/* prepared */
    select identities.kind, identities.value, coalesce(merged_into_id, person_id) as person_id
    from unnest(
      ${keys.map((key) => key.kind)}::text[], ${keys.map((key) => key.value)}::text[]
    ) as asked (kind, value)
    join identities on identities.workspace_id = ${tx.workspaceId}
      and identities.kind = asked.kind and identities.value = asked.value
    join people on people.workspace_id = ${tx.workspaceId} and people.id = person_id`.execute(tx.db)
  return new Map(rows.map((row) => [keyText(row), row.person_id]))
}

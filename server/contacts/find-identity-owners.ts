import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { keyText } from './person-facts.ts'
import type { IdentityKey } from './person-facts.ts'

/** Returns the owner of each identity that has one, by `keyText`; a merged contact's is the one it was merged into. */
export async function findIdentityOwners(
  tx: Scope,
  keys: IdentityKey[],
): Promise<Map<string, string>> {
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

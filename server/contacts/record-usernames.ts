import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { IdentityKind } from '#shared/identity-kinds.ts'

/** The username of a contact, as a platform named it at a time. */
type NamedContact = { personId: string; kind: IdentityKind; value: string; at: Date }

/**
 * Records usernames and returns the ids of the contacts whose username changed. A contact keeps its newest name of each
 * kind; a name that another contact had passes to the one that used it last. Names never match contacts, because a
 * stranger can take one that became free.
 *
 * Runs in the caller's transaction. Locks: identities in order of their values.
 */
export async function recordUsernames(tx: Scope, named: NamedContact[]): Promise<string[]> {
  if (named.length === 0) return []
  const newest = new Map<string, NamedContact>()
  for (const each of named) {
    const key = `${each.kind} ${each.personId}`
    const before = newest.get(key)
    if (!before || before.at <= each.at) newest.set(key, each)
  }
  const owners = new Map<string, NamedContact>()
  for (const each of newest.values()) {
    const key = `${each.kind} ${each.value}`
    const before = owners.get(key)
    if (!before || before.at <= each.at) owners.set(key, each)
  }
  const rows = [...owners.values()].toSorted((a, b) => (a.value < b.value ? -1 : 1))
  const given = bulkRows('given', rows, {
    kind: ['text', (each) => each.kind],
    value: ['text', (each) => each.value],
    person_id: ['uuid', (each) => each.personId],
    created_at: ['timestamptz', (each) => each.at],
  })
  const { rows: changed } = await sql<{ person_id: string }>`
    insert into identities as known (workspace_id, ${given.columns})
    select ${tx.workspaceId}::uuid, ${given.columns} from ${given}
    where not exists (
      select from identities as newer
      where newer.workspace_id = ${tx.workspaceId} and newer.person_id = given.person_id
        and newer.kind = given.kind and newer.value <> given.value and newer.created_at > given.created_at
    )
    order by value
    on conflict (workspace_id, kind, value) do update
      set person_id = excluded.person_id, created_at = excluded.created_at
      where known.workspace_id = ${tx.workspaceId} and known.person_id <> excluded.person_id
        and known.created_at < excluded.created_at
    returning person_id`.execute(tx.db)
  const ids = changed.map((row) => row.person_id)
  if (ids.length === 0) return []
  await sql`
    delete from identities as former
    using identities as newest
    where former.workspace_id = ${tx.workspaceId} and newest.workspace_id = ${tx.workspaceId}
      and former.person_id = any (${ids}::uuid[]) and newest.person_id = former.person_id
      and former.kind = any (${[...new Set(rows.map((row) => row.kind))]}::text[]) and newest.kind = former.kind
      and (newest.created_at, newest.value) > (former.created_at, former.value)`.execute(tx.db)
  return ids
}

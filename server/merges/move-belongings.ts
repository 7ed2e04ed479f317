import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { ownedTables } from '#db/owned-tables.ts'
import type { OwnedBy } from '#db/owned-tables.ts'

/** The tables whose rows move with their contact. */
const MOVED = [
  'chats',
  ...ownedTables('person_id').map(({ name }) => name as OwnedBy<'person_id'>),
] as const

/** The ids of everything that moved from one contact to another. */
export type Belongings = {
  identities: { kind: string; value: string }[]
  /** Contacts that were merged earlier into the one being merged now. */
  people: string[]
} & Record<(typeof MOVED)[number], string[]>

/**
 * Moves identities, conversations and what belongs to the contact from one contact to another, such as tickets; `only` limits
 * that to what once moved the other way. Both contacts are locked. Messages keep their contact's id, because their
 * conversation says whose they are. Locks: conversations, then the other tables, each in id order.
 */
export async function moveBelongings(
  tx: Scope,
  { from, to }: { from: string; to: string },
  only?: Belongings,
): Promise<Belongings> {
  const among = (ids: string[] | undefined, column = 'id') =>
    ids ? sql`and ${sql.ref(column)} = any (${ids}::uuid[])` : sql``
  const move = async (table: string, ids: string[] | undefined) =>
    (
      await sql<{ id: string }>`
        with locked as materialized (
          select id from ${sql.table(table)}
          where workspace_id = ${tx.workspaceId} and person_id = ${from} ${among(ids)}
          order by id for no key update
        )
        update ${sql.table(table)} as item set person_id = ${to}
        from locked
        where item.workspace_id = ${tx.workspaceId} and item.id = locked.id
        returning item.id`.execute(tx.db)
    ).rows.map((row) => row.id)
  const identities = await sql<{ kind: string; value: string }>`
    update identities set person_id = ${to}
    where workspace_id = ${tx.workspaceId} and person_id = ${from} ${amongKeys(only?.identities)}
    returning kind, value`.execute(tx.db)
  const people = await sql<{ id: string }>`
    update people set merged_into_id = ${to}
    where workspace_id = ${tx.workspaceId} and merged_into_id = ${from} ${among(only?.people)}
    returning id`.execute(tx.db)
  const moved = {} as Record<(typeof MOVED)[number], string[]>
  // A merge of an earlier release moved nothing in tables that it did not know.
  for (const table of MOVED) moved[table] = await move(table, only && (only[table] ?? []))
  return { identities: identities.rows, people: people.rows.map((row) => row.id), ...moved }
}

function amongKeys(keys: Belongings['identities'] | undefined): RawBuilder<unknown> {
  if (!keys) return sql``
  const moved = bulkRows('moved', keys, {
    kind: ['text', (key) => key.kind],
    value: ['text', (key) => key.value],
  })
  return sql`and (kind, value) in (select * from ${moved})`
}

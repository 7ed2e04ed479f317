import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'

/** The ids of everything that moved from one contact to another. */
export type Belongings = {
  identities: { kind: string; value: string }[]
  chats: string[]
  tickets: string[]
  timeline_entries: string[]
  /** Contacts that were merged earlier into the one being merged now. */
  people: string[]
}

/**
 * Moves identities, conversations, tickets and timeline from one contact to another; `only` limits that to what once
 * moved the other way. Both contacts are locked. Messages keep their contact's id, because their conversation says
 * whose they are. Locks: conversations, then tickets, each in id order.
 */
export async function moveBelongings(
  tx: Scope,
  { from, to }: { from: string; to: string },
  only?: Belongings,
): Promise<Belongings> {
  const among = (ids: string[] | undefined, column = 'id') =>
    ids ? sql`and ${sql.ref(column)} = any (${ids}::uuid[])` : sql``
  const move = async (table: 'chats' | 'tickets' | 'timeline_entries', ids?: string[]) =>
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
  return {
    identities: identities.rows,
    people: people.rows.map((row) => row.id),
    chats: await move('chats', only?.chats),
    tickets: await move('tickets', only?.tickets),
    timeline_entries: await move('timeline_entries', only?.timeline_entries),
  }
}

function amongKeys(keys: Belongings['identities'] | undefined): RawBuilder<unknown> {
  if (!keys) return sql``
  const moved = bulkRows('moved', keys, {
    kind: ['text', (key) => key.kind],
    value: ['text', (key) => key.value],
  })
  return sql`and (kind, value) in (select * from ${moved})`
}

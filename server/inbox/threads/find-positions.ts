import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { ThreadItem } from './schema.ts'

/** A position in a thread, which is ordered by time and id. */
export type PositionKey = { at: Date; id: string }

/** The position of an item in its thread. */
export type Position = PositionKey & { kind: ThreadItem['kind'] }

const parts = [
  { kind: 'message', table: 'messages', at: 'created_at' },
  { kind: 'note', table: 'notes', at: 'created_at' },
  { kind: 'change', table: 'chat_changes', at: 'occurred_at' },
] as const

/**
 * Finds up to `limit` positions of a thread, nearest to `from` first: older ones (with `from` itself if `isIncluded`),
 * or newer ones. Without `from` it starts at that end. Each kind is read by its own index.
 */
export async function findPositions(
  scope: Scope,
  chatId: string,
  range: {
    direction: 'older' | 'newer'
    from: PositionKey | undefined
    isIncluded?: boolean
    limit: number
  },
): Promise<Position[]> {
  if (range.limit === 0) return []
  const isOlder = range.direction === 'older'
  const order = sql.raw(isOlder ? 'desc' : 'asc')
  const compare = sql.raw(`${isOlder ? '<' : '>'}${range.isIncluded ? '=' : ''}`)
  const { from } = range
  const selects = parts.map(({ kind, table, at }): RawBuilder<unknown> => {
    const time = sql.ref(at)
    const isBeyond = from
      ? sql`and (${time}, id) ${compare} (${from.at}::timestamptz, ${from.id}::uuid)`
      : sql``
    return sql`(
      select ${sql.lit(kind)} as kind, ${time} as at, id from ${sql.table(table)}
      where workspace_id = ${scope.workspaceId} and chat_id = ${chatId} ${isBeyond}
      order by ${time} ${order}, id ${order} limit ${range.limit})`
  })
  const { rows } = await sql<Position>`
    select * from (${sql.join(selects, sql` union all `)}) as places
    order by at ${order}, id ${order} limit ${range.limit}`.execute(scope.db)
  return rows
}

/** Finds the position of an item in the conversation's thread. */
export async function findPosition(
  scope: Scope,
  chatId: string,
  id: string,
): Promise<Position | undefined> {
  const selects = parts.map(
    ({ kind, table, at }) => sql`
      select ${sql.lit(kind)} as kind, ${sql.ref(at)} as at, id from ${sql.table(table)}
      where workspace_id = ${scope.workspaceId} and id = ${id} and chat_id = ${chatId}`,
  )
  const { rows } = await sql<Position>`${sql.join(selects, sql` union all `)}`.execute(scope.db)
  return rows[0]
}

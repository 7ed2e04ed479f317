import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { TableName } from '#db/tables.ts'

/** The rows that wait for a lane, and the columns of the index that has them. `pending` is a condition for columns of the table. */
type PendingRows = {
  table: TableName
  /** The column after `workspace_id` in the index. */
  target: 'channel_id' | 'endpoint_id'
  /** The column after `target`: the first row of each target is the least. */
  by: string
  pending: RawBuilder<boolean>
}

/**
 * Builds the definition of `name` in a `with recursive`: the first pending row of each target of all workspaces, with the columns
 * `workspace_id`, `target` and `by`. Steps in the index from one target's first entry to the next one's, so that neither the number of pending rows
 * of a target matters, nor that of targets and workspaces without any.
 */
export function firstOfEach(name: string, rows: PendingRows): RawBuilder<unknown> {
  const { table, target, by, pending } = rows
  const columns = sql`workspace_id, ${sql.id(target)}, ${sql.id(by)}`
  const first = (after: RawBuilder<unknown>) => sql`
    select ${columns} from ${sql.id(table)} where ${pending} ${after} order by ${columns} limit 1`
  const previous = sql`${sql.id(name)}.workspace_id, ${sql.id(name)}.${sql.id(target)}`
  return sql`${sql.id(name)} as (
    (${first(sql``)})
    union all
    select next.* from ${sql.id(name)}, lateral (
      ${first(sql`and (workspace_id, ${sql.id(target)}) > (${previous})`)}
    ) as next
  )`
}

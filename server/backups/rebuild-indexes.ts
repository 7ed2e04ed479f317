import type { Client } from '#db/pool.ts'
import { quote } from './read-catalogue.ts'

/**
 * Drops the indexes that belong to no constraint, so that rows are stored faster, and returns the statements that create
 * them again.
 */
export async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(
    `select pg_class.relname as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as statement
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('i', 'I') and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1`,
  )
  for (const { name } of rows) await client.query(`drop index ${quote(name)}`)
  return rows.map(({ statement }) => statement)
}

import type { Client } from '#db/pool.ts'
import { itemAt } from '#lib/item-at.ts'
import { quote } from './read-backup-tables.ts'

/**
 * Drops the foreign keys, because rows are removed and added again in any order, and returns the statements that create and check
 * them again.
 */
export async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and relnamespace = current_schema()::regnamespace
    order by 1, 2`,
  )
  const alter = rows.map(({ table, name }) => [`alter table ${quote(table)}`, quote(name)])
  for (const [table, name] of alter) await client.query(`${table} drop constraint ${name}`)
  return rows.map(
    ({ definition }, place) =>
      `${itemAt(alter, place)[0]} add constraint ${itemAt(alter, place)[1]} ${definition}`,
  )
}

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

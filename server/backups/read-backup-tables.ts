import { findFormerTable } from '#db/partitions.ts'
import type { Client } from '#db/pool.ts'
import { firstOf } from '#lib/first-of.ts'

/** A table with the columns that are stored, in their order. */
export type BackupTable = { name: string; columns: string[] }

/** A sequence and its state. */
export type BackupSequence = { name: string; value: string; isCalled: boolean }

/**
 * The tables that no backup has: that of the applied migrations, which a restore writes by applying them, and those about the
 * instance itself, which is another one after a restore: its processes, and its backups.
 */
const LEFT_OUT = ['migrations', 'processes', 'backups']

/** Returns the name of a table or a column as SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/**
 * Reads all tables of a database that a backup has from the catalogue, each after those that its rows refer to, and a detached
 * partition after its table.
 *
 * @throws {Error} foreign keys form a circle
 */
export async function readBackupTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { parents: string[] }>(
    `select relname as name,
      (select coalesce(array_agg(attname::text order by attnum), '{}') from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(array_agg(parent.relname::text), '{}') from pg_constraint
        join pg_class as parent on parent.oid = confrelid
        where contype = 'f' and conrelid = pg_class.oid and confrelid <> conrelid) as parents
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all ($1::text[])
    order by relname collate "C"`,
    [LEFT_OUT],
  )
  for (const { name, parents } of rows) {
    const former = findFormerTable(name)
    if (former) parents.push(former)
  }
  const ordered: BackupTable[] = []
  const done = new Set<string>()
  while (ordered.length < rows.length) {
    const ready = rows.filter(
      ({ name, parents }) => !done.has(name) && parents.every((parent) => done.has(parent)),
    )
    if (ready.length === 0) throw new Error('The foreign keys of the tables form a circle.')
    for (const { name, columns } of ready) {
      ordered.push({ name, columns })
      done.add(name)
    }
  }
  return ordered
}

/**
 * Reads the columns of the primary keys by which changes of rows can be followed, by table. Tables without such a key, or
 * without a log, are left out, and so is the list of changes of a move, which is emptied by `truncate`.
 */
export async function readKeys(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; key: string[] }>(
    `select relname as name, (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum = any (indkey)) as key
    from pg_class join pg_index on indrelid = pg_class.oid and indisprimary and indimmediate
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relpersistence = 'p' and relname <> 'moved_rows'`,
  )
  return new Map(rows.map(({ name, key }) => [name, key]))
}

/** Reads the sequences of a database with their state. */
export async function readSequences(client: Client): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname collate "C"`,
  )
  const sequences: BackupSequence[] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${quote(name)}`,
    )
    sequences.push({ name, ...firstOf(state.rows) })
  }
  return sequences
}

/** Returns the statement that reads the rows of a table as text. */
export function copyOutOf({ name, columns }: BackupTable): string {
  return `copy (select ${columns.map(quote).join(', ')} from ${quote(name)}) to stdout`
}

/** Returns the names of the given tables that have rows. */
export async function findFilled(client: Client, tables: BackupTable[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select 1 from ${quote(name)} limit 1`)
    if (rowCount) filled.push(name)
  }
  return filled
}

import { appendFileSync, readFileSync } from 'node:fs'
import { createClient } from '#db/pool.ts'

/** An index, the statements that used it, and what it is needed for besides. The indexes of partitions count as that of their table. */
type IndexUse = { table: string; index: string; scans: number; isUnique: boolean }

/** Settings of PostgreSQL with which it uses an index although the tables of tests are small. */
export const INDEX_USE_SETTINGS = { enable_seqscan: 'off' }

/**
 * Appends how often each index of a database was used to a file, one line of JSON for each database. Ends all other
 * connections first, because PostgreSQL counts what they did when they end.
 */
export async function recordIndexUse(url: string, path: string): Promise<void> {
  const client = createClient(url, 'parley test')
  await client.connect()
  try {
    await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    const { rows } = await client.query<IndexUse>(`
      with recursive roots as (
        select oid, oid as root from pg_class where relkind in ('i', 'I') and not relispartition
        union all
        select inhrelid, root from pg_inherits join roots on roots.oid = inhparent
      )
      select tables.relname as table, indexes.relname as index, indisunique as "isUnique",
        coalesce(sum(pg_stat_get_numscans(roots.oid)), 0)::integer as scans
      from roots join pg_class as indexes on indexes.oid = root join pg_index on indexrelid = root
        join pg_class as tables on tables.oid = indrelid
      where tables.relnamespace = current_schema()::regnamespace
      group by 1, 2, 3`)
    appendFileSync(path, `${JSON.stringify(rows)}\n`)
  } finally {
    await client.end()
  }
}

/** Sums what `recordIndexUse` wrote, the least used indexes first. */
export function sumIndexUse(path: string): IndexUse[] {
  const sums = new Map<string, IndexUse>()
  for (const line of readFileSync(path, 'utf8').trim().split('\n'))
    for (const each of JSON.parse(line) as IndexUse[]) {
      const known = sums.get(each.index)
      if (known) known.scans += each.scans
      else sums.set(each.index, each)
    }
  return [...sums.values()].toSorted((a, b) => a.scans - b.scans || a.index.localeCompare(b.index))
}

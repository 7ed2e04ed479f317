import { readdir, readFile } from 'node:fs/promises'
import type { PatientClient } from '#test/crash/patient-client.ts'
import type { Circumstances } from '../keep-result.ts'

/** The size and rows of a table, from PostgreSQL's statistics. */
export type TableSample = {
  name: string
  bytes: number
  indexBytes: number
  live: number
  dead: number
  autovacuums: number
  updates: number
  /** Updates that changed no index, because the row stayed on its page and no indexed column changed. */
  hotUpdates: number
  deletes: number
  /** The number of partitions and their names; 0 and null for a table without any. */
  partitions: number
  names: string[] | null
}

/** One sample of everything. Memory in MiB; latencies in ms, of requests that ended since the last sample. */
export type Sample = {
  second: number
  /** The time of the sample in ms since 1970. */
  at: number
  memory: Record<string, number>
  apiP50: number
  apiP99: number
  arrivalP50: number
  arrivalP99: number
  sent: number
  underWay: number
  tables: TableSample[]
}

/** A sample as it is kept, without the tables. */
export type KeptSample = Omit<Sample, 'tables'>

/** The result of a soak as it is kept. */
export type KeptSoak = Circumstances & { samples: KeptSample[] }

/** Returns the resident memory of a process in MiB. Source: proc(5), VmRSS. */
export async function residentMiB(pid: number): Promise<number> {
  return (await readStatus(pid, 'VmRSS')) / 1024
}

/** Returns the unshared memory of PostgreSQL's processes in MiB. Source: proc(5), RssAnon. */
export async function databaseMiB(postmaster: number): Promise<number> {
  let sum = 0
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const pid = Number(name)
    // A process may exit while it is sampled.
    const parent = await readStatus(pid, 'PPid').catch(() => 0)
    if (pid === postmaster || parent === postmaster)
      sum += await readStatus(pid, 'RssAnon').catch(() => 0)
  }
  return sum / 1024
}

async function readStatus(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}

/** Returns the size and rows of every table that has any; those of a partitioned table are the sums of its partitions. */
export async function sampleTables(db: PatientClient): Promise<TableSample[]> {
  const { rows } = await db.query<TableSample>(
    `select coalesce(inhparent::regclass::text, relname) as name, sum(pg_table_size(relid))::float8 as bytes,
       sum(pg_indexes_size(relid))::float8 as "indexBytes", sum(n_live_tup)::float8 as live,
       sum(n_dead_tup)::float8 as dead, sum(autovacuum_count)::float8 as autovacuums,
       sum(n_tup_upd)::float8 as updates, sum(n_tup_hot_upd)::float8 as "hotUpdates",
       sum(n_tup_del)::float8 as deletes, count(inhparent)::integer as partitions,
       array_agg(relname::text order by relname) filter (where inhparent is not null) as names
     from pg_stat_user_tables left join pg_inherits on inhrelid = relid
     group by 1 having sum(n_live_tup + n_dead_tup) > 0 order by 1`,
  )
  return rows
}

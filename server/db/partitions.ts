import { sql } from 'kysely'
import type { Db } from './pool.ts'

/**
 * The tables that are partitioned by time, with the column whose ids (UUID version 7) carry it. They grow with traffic, and
 * retention drops whole partitions of them.
 */
export const PARTITION_KEYS = {
  events: 'id',
  webhook_deliveries: 'id',
  webhook_attempts: 'delivery_id',
  inbound_payloads: 'id',
  message_attempts: 'message_id',
  api_requests: 'id',
} as const

/** The name of a partitioned table. */
export type PartitionedTable = keyof typeof PARTITION_KEYS

/**
 * A partition with the rows whose ids are from `from` on and before `to`. The first one has no `from`, the last one no `to`,
 * so that every row has a place.
 */
export type Partition = { name: string; from: Date | null; to: Date | null }

/** Returns the smallest id from `at` on, of any version of UUID. */
export function partitionBound(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

/** Returns the name of the partition of a table that begins at `from`, in UTC to the minute, or to the second if it has some. */
export function partitionName(table: PartitionedTable, from: Date): string {
  const [day, time] = from.toISOString().split('T') as [string, string]
  const [hours, minutes, seconds] = time.slice(0, 8).split(':') as [string, string, string]
  return `${table}_${day.replaceAll('-', '')}_${hours}${minutes}${seconds === '00' ? '' : seconds}`
}

/** Reads the partitions of a table in the order of their times, from the catalogue. */
export async function readPartitions(db: Db, table: PartitionedTable): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select relname as name, pg_get_expr(relpartbound, pg_class.oid) as bound
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass and not inhdetachpending`.execute(db)
  return rows
    .map(({ name, bound }) => {
      // Such as: FOR VALUES FROM ('019a…') TO (MAXVALUE)
      const [from, to] = [...bound.matchAll(/\((?:'([0-9a-f-]{36})'|\w+)\)/g)].map(([, id]) =>
        id === undefined ? null : new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)),
      )
      return { name, from: from ?? null, to: to ?? null }
    })
    .toSorted((a, b) => (a.from?.getTime() ?? 0) - (b.from?.getTime() ?? 0))
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { idTime } from '#lib/ids.ts'
import type { Db } from './pool.ts'
import { ALL_TABLES } from './tables.ts'
import type { TableName, TABLES } from './tables.ts'

/** The name of a partitioned table. */
export type PartitionedTable = {
  [Name in TableName]: (typeof TABLES)[Name] extends { partitionedBy: string } ? Name : never
}[TableName]

/**
 * The tables that are partitioned by time, with the column whose ids (UUID version 7) carry it. They grow with traffic, and
 * retention drops whole partitions of them.
 */
export const PARTITION_KEYS = Object.fromEntries(
  ALL_TABLES.flatMap(({ name, partitionedBy }) =>
    partitionedBy === undefined ? [] : [[name, partitionedBy]],
  ),
) as Readonly<Record<PartitionedTable, string>>

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

/** A range of ids: from `first` on, before `end`. A side that is missing is open. */
export type IdRange = { first?: string | undefined; end?: string | undefined }

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** The numbers of days that a range can have at least: few, so that there are few different ranges. */
const RANGE_DAYS = [1, 4, 16]

/**
 * Returns a range with the ids of all rows from `since` on, and of those that are written in the hours around `now`, also by
 * processes with another clock. It begins and ends with days, as partitions do.
 */
export function rangeSince(since: Date, now: Date): IdRange {
  const [earliest, latest] = [Math.min(now.getTime(), idTime()), Math.max(now.getTime(), idTime())]
  const recent = Math.floor((earliest - HOUR) / DAY)
  const end = Math.ceil((latest + HOUR) / DAY)
  const days = RANGE_DAYS.find((each) => (recent - each + 1) * DAY <= since.getTime())
  return {
    ...(days !== undefined && { first: partitionBound(new Date((recent - days + 1) * DAY)) }),
    end: partitionBound(new Date(end * DAY)),
  }
}

/** Returns the smallest range that contains several. */
export function joinRanges(ranges: IdRange[]): IdRange {
  const firsts = ranges.map((each) => each.first ?? '').toSorted()
  const ends = ranges.map((each) => each.end ?? '~').toSorted()
  const [first, end] = [firsts[0], ends.at(-1)]
  return { ...(first && { first }), ...(end && end !== '~' && { end }) }
}

/**
 * Returns the condition that the ids of `column` are within a range. It is part of the text of the statement, so that PostgreSQL plans
 * it for the partitions of this range alone: with a parameter it looks into each partition, or plans anew for each call, and it may
 * sort all rows of several partitions although an index has their order.
 */
export function idsBetween(
  column: RawBuilder<unknown>,
  { first, end }: IdRange,
): RawBuilder<boolean> {
  const conditions = [
    ...(first === undefined ? [] : [sql`${column} >= ${sql.lit(first)}`]),
    ...(end === undefined ? [] : [sql`${column} < ${sql.lit(end)}`]),
  ]
  return conditions.length > 0 ? sql`${sql.join(conditions, sql` and `)}` : sql`true`
}

/** Returns the name of the partition of a table that begins at `from`, in UTC to the minute, or to the second if it has some. */
export function partitionName(table: PartitionedTable, from: Date): string {
  const [day, time] = from.toISOString().split('T') as [string, string]
  const [hours, minutes, seconds] = time.slice(0, 8).split(':') as [string, string, string]
  return `${table}_${day.replaceAll('-', '')}_${hours}${minutes}${seconds === '00' ? '' : seconds}`
}

/**
 * Returns the table of which a table was a partition, by its name, or undefined. Such a partition was detached, and not dropped yet; some of
 * its rows may still be needed.
 */
export function findFormerTable(name: string): PartitionedTable | undefined {
  const table = /^(.+)_[0-9]{8}_[0-9]{4}([0-9]{2})?$/.exec(name)?.[1]
  return table !== undefined && Object.hasOwn(PARTITION_KEYS, table)
    ? (table as PartitionedTable)
    : undefined
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

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#db/context.ts'
import { readPartitions } from '#db/partitions.ts'
import type { PartitionedTable } from '#db/partitions.ts'
import { isOnShard } from '#db/shards.ts'
import { REQUEST_LOG_DAYS } from '#shared/request-log.ts'

/** The retention time of data without a workspace, in days. */
export const RETENTION_DAYS = 30

/**
 * Tables that are partitioned at the same times, and whose partitions are dropped together. `isKept` returns, as SQL, whether
 * a row `item` of a table stays although its partition is dropped. It may look at the detached partitions of the tables
 * before it, whose names `old` returns.
 */
export type PartitionGroup = {
  tables: readonly PartitionedTable[]
  /** The longest that any workspace keeps these rows, in days, if the longest retention of its log is `logDays`. */
  keptDays: (logDays: number) => number
  isKept: (
    table: PartitionedTable,
    since: Date,
    old: (table: PartitionedTable) => string,
  ) => RawBuilder<boolean>
}

/** Returns, as SQL, whether a delivery `alias` is pending or was finished after `since`. */
const isKeptDelivery = (alias: string, since: Date) =>
  sql<boolean>`(${sql.ref(alias)}.status = 'pending'
    or coalesce(${sql.ref(alias)}.completed_at, ${sql.ref(alias)}.created_at) >= ${since}::timestamptz)`

/** The groups of partitioned tables. */
export const PARTITION_GROUPS: readonly PartitionGroup[] = [
  {
    // The ids of attempts and deliveries carry the time of their event.
    tables: ['webhook_deliveries', 'webhook_attempts', 'events'],
    keptDays: (days) => days,
    isKept(table, since, old) {
      const deliveries = sql.table(old('webhook_deliveries'))
      if (table === 'webhook_deliveries') return isKeptDelivery('item', since)
      const ofItem =
        table === 'events' ? sql`delivery.event_id = item.id` : sql`delivery.id = item.delivery_id`
      return sql`exists (select from ${deliveries} as delivery
        where delivery.workspace_id = item.workspace_id and ${ofItem} and ${isKeptDelivery('delivery', since)})`
    },
  },
  {
    tables: ['inbound_payloads'],
    keptDays: (days) => days,
    // Failed payloads can still be processed.
    isKept: (_, since) =>
      sql`(item.status not in ('processed', 'unrouted') or coalesce(item.processed_at, item.received_at) >= ${since}::timestamptz)`,
  },
  {
    tables: ['message_attempts'],
    keptDays: (days) => days,
    isKept: () => sql`exists (select from messages
      where messages.workspace_id = item.workspace_id and messages.id = item.message_id and messages.status = 'queued')`,
  },
  {
    tables: ['api_requests'],
    keptDays: (days) => Math.min(days, REQUEST_LOG_DAYS),
    isKept: () => sql`false`,
  },
]

/** Returns the longest time in days for which a workspace on this server keeps its log. */
export async function findLongestRetention(
  context: Pick<Context, 'directory' | 'shard'>,
): Promise<number> {
  const { days } = await context.directory
    .selectFrom('workspaces')
    .select(sql<number | null>`max(least(retention_days, message_retention_days))`.as('days'))
    .where(isOnShard(context))
    .executeTakeFirstOrThrow()
  return Math.max(RETENTION_DAYS, days ?? 0)
}

/** Returns for how many days of rows a partition is created: few partitions make statements fast, many let rows go on time. */
export function daysOfPartition(keptDays: number): number {
  return Math.max(1, Math.round(keptDays / 4))
}

/** A time until which the rows of a table are deleted one by one, because later ones go with their partition. */
export type RowLimits = ReadonlyMap<PartitionedTable, { keptMs: number; until: Date }>

/**
 * Returns for each partitioned table the longest retention of its rows, and up to when those of workspaces with this retention
 * are deleted one by one: to the end of the first partition, which is never dropped, or of one that should have been dropped a
 * day ago; and in any case if they are older than the rows of a partition become, as after the retention was lowered.
 */
export async function readRowLimits(
  context: Pick<Context, 'db' | 'directory' | 'clock' | 'shard' | 'config'>,
): Promise<RowLimits> {
  const dayMs = context.config.retentionDayMs
  const longest = await findLongestRetention(context)
  const limits = new Map<PartitionedTable, { keptMs: number; until: Date }>()
  const now = context.clock.now().getTime()
  for (const { tables, keptDays } of PARTITION_GROUPS) {
    const days = keptDays(longest)
    const keptMs = days * dayMs
    const latest = now - keptMs - (daysOfPartition(days) + 1) * dayMs
    for (const table of tables) {
      const ends = (await readPartitions(context.db, table)).flatMap(
        ({ to }) => to?.getTime() ?? [],
      )
      const undropped = ends.findLast((end, place) => place === 0 || end <= now - keptMs - dayMs)
      if (undropped !== undefined)
        limits.set(table, { keptMs, until: new Date(Math.max(undropped, latest)) })
    }
  }
  return limits
}

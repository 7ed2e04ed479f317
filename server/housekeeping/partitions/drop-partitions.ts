import { sql } from 'kysely'
import { findFormerTable, PARTITION_KEYS, partitionBound, readPartitions } from '#db/partitions.ts'
import type { Partition, PartitionedTable } from '#db/partitions.ts'
import { firstOf } from '#lib/first-of.ts'
import { present } from '#lib/present.ts'
import { changeTables } from './change-tables.ts'
import type { PartitionContext } from './extend-partitions.ts'
import { addCheck, analyze } from './extend-partitions.ts'
import { findLongestRetention, PARTITION_GROUPS } from './partition-groups.ts'
import type { PartitionGroup } from './partition-groups.ts'

/** A partition with more rows that stay is not dropped: its other rows are deleted one by one. */
const KEPT_ROWS_MAX = 50_000
const COUNTERS_BATCH = 500

/**
 * Drops the partitions whose rows are all older than the longest retention of a workspace on this server. Rows that stay all
 * the same, such as pending deliveries, move to the first partition, which takes the place of the dropped one. Detaches none
 * while a workspace is being moved, because a move compares what it has copied.
 */
export async function dropPartitions(
  context: PartitionContext,
  signal?: AbortSignal,
): Promise<void> {
  const longest = await findLongestRetention(context)
  for (const group of PARTITION_GROUPS) {
    const keptMs = group.keptDays(longest) * context.config.retentionDayMs
    const since = new Date(context.clock.now().getTime() - keptMs)
    // A process that was killed may have left one. A move waits for it.
    await dropDetached(context, group, since)
    while (!signal?.aborted && (await detachNext(context, group, since)))
      await dropDetached(context, group, since)
  }
}

/**
 * Detaches the oldest partitions of a group after the first ones, which take over their ranges. Returns false if that is not
 * possible now.
 */
async function detachNext(
  context: PartitionContext,
  group: PartitionGroup,
  since: Date,
): Promise<boolean> {
  if (await isMoving(context)) return false
  const pairs: { table: PartitionedTable; first: Partition; next: Partition; end: Date }[] = []
  for (const table of group.tables) {
    const [first, next] = await readPartitions(context.db, table)
    if (!first || !next?.to || next.to > since) return false
    pairs.push({ table, first, next, end: next.to })
  }
  const { end } = firstOf(pairs)
  if (pairs.some((each) => each.end.getTime() !== end.getTime()))
    throw new Error(`The partitions of ${group.tables.join(', ')} have different ends.`)
  if (await hasMuchToKeep(context, group, since, pairs)) return false
  const events = pairs.find(({ table }) => table === 'events')
  if (events) await recordTrimmed(context, events.next.name)
  const check = 'first_end'
  for (const { table, first } of pairs) {
    const name = sql.table(first.name)
    const isChecked =
      (await changeTables(context, async (run) => {
        await run(sql`alter table ${name} drop constraint if exists ${sql.ref(check)}`)
        await run(addCheck(first.name, check, PARTITION_KEYS[table], end))
      })) &&
      (await changeTables(context, async (run) => {
        await run(sql`alter table ${name} validate constraint ${sql.ref(check)}`)
      }))
    if (!isChecked) return false
  }
  let isRefused = false
  const isDetached = await changeTables(context, async (run) => {
    const parents = pairs.map(({ table }) => sql`only ${sql.table(table)}`)
    await run(sql`lock table ${sql.join(parents)} in access exclusive mode`)
    // A move that begins now tracks changes of these tables, and waits for the lock before it looks for detached partitions.
    isRefused = await isMoving(context)
    if (isRefused) return
    for (const { table, first, next } of pairs) {
      const [parent, name] = [sql.table(table), sql.table(first.name)]
      await run(sql`alter table ${parent} detach partition ${sql.table(next.name)}`)
      await run(sql`alter table ${parent} detach partition ${name}`)
      await run(
        sql`alter table ${parent} attach partition ${name} for values from (minvalue) to (${sql.lit(partitionBound(end))})`,
      )
      await run(sql`alter table ${name} drop constraint ${sql.ref(check)}`)
    }
  })
  return isDetached && !isRefused
}

async function isMoving({ directory }: PartitionContext): Promise<boolean> {
  const { rows } = await sql`
    select from workspace_moves where ended_at is null limit 1`.execute(directory)
  return rows.length > 0
}

async function hasMuchToKeep(
  context: PartitionContext,
  group: PartitionGroup,
  since: Date,
  pairs: { table: PartitionedTable; next: Partition }[],
): Promise<boolean> {
  const old = (table: PartitionedTable) =>
    present(pairs.find((each) => each.table === table)).next.name
  const [table] = group.tables as [PartitionedTable]
  let count = 0
  await changeTables(context, async (run) => {
    const { rows } = await run(sql<{ count: number }>`
      /* across workspaces: a partition has the rows of all */
      select count(*)::integer as count from (
        select from ${sql.table(old(table))} as item where ${group.isKept(table, since, old)}
        limit ${sql.lit(KEPT_ROWS_MAX + 1)}
      ) as kept`)
    count = firstOf(rows).count
  })
  return count > KEPT_ROWS_MAX
}

/** Records that events up to the last one of a partition may be missing, before they are. */
async function recordTrimmed(context: PartitionContext, partition: string): Promise<void> {
  let last: { workspace_id: string; position: number }[] = []
  await changeTables(context, async (run) => {
    const { rows } = await run(sql<{ workspace_id: string; position: number }>`
      /* across workspaces: a partition has the rows of all */
      select workspace_id, max(position) as position from ${sql.table(partition)} group by workspace_id`)
    last = rows
  })
  for (let start = 0; start < last.length; start += COUNTERS_BATCH) {
    const batch = last.slice(start, start + COUNTERS_BATCH)
    await sql`
      /* across workspaces: a partition has the rows of all */
      update workspace_counters as counter
      set trimmed_position = greatest(counter.trimmed_position, given.position)
      from unnest(${batch.map((each) => each.workspace_id)}::uuid[], ${batch.map((each) => each.position)}::bigint[])
        as given (workspace_id, position)
      where counter.workspace_id = given.workspace_id
        and is_here(counter.workspace_id)`.execute(context.db)
  }
}

/** Moves the rows that stay from detached partitions to the first ones, and drops the detached ones, in one transaction. */
async function dropDetached(
  context: PartitionContext,
  group: PartitionGroup,
  since: Date,
): Promise<void> {
  const [main] = group.tables as [PartitionedTable]
  for (const suffix of await findDetached(context, main)) {
    const old = (table: PartitionedTable) => `${table}${suffix}`
    let kept = 0
    const isDropped = await changeTables(context, async (run) => {
      kept = 0
      for (const table of group.tables) {
        const { rows } = await run(sql<{ columns: string[] }>`
          select array_agg(attname::text order by attnum) as columns from pg_attribute
          where attrelid = ${old(table)}::regclass and attnum > 0 and not attisdropped
            and attname in (
              -- A migration may have dropped columns since.
              select attname from pg_attribute where attrelid = ${table}::regclass and not attisdropped)`)
        const columns = sql.join(firstOf(rows).columns.map((column) => sql.ref(column)))
        const { numAffectedRows } = await run(sql`
          /* across workspaces: a partition has the rows of all */
          insert into ${sql.table(table)} (${columns})
          select ${columns} from ${sql.table(old(table))} as item where ${group.isKept(table, since, old)}`)
        kept += Number(numAffectedRows ?? 0)
      }
      for (const table of group.tables) await run(sql`drop table ${sql.table(old(table))}`)
    })
    if (!isDropped) return
    context.log.info({ partition: old(main), kept }, 'a partition was dropped')
    for (const table of group.tables) await analyze(context.db, table)
  }
}

/** Returns what follows the table's name in the names of its detached partitions. */
async function findDetached(context: PartitionContext, table: PartitionedTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not relispartition
      and starts_with(relname, ${table})
    order by relname`.execute(context.db)
  return rows.flatMap(({ name }) =>
    findFormerTable(name) === table ? name.slice(table.length) : [],
  )
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Context } from '#db/context.ts'
import { PARTITION_KEYS, partitionBound, partitionName, readPartitions } from '#db/partitions.ts'
import type { Partition, PartitionedTable } from '#db/partitions.ts'
import type { Db } from '#db/pool.ts'
import { PLANNED_WORKSPACES } from '#db/table.ts'
import { firstOf } from '#lib/first-of.ts'
import { lastOf } from '#lib/last-of.ts'
import { changeTables } from './change-tables.ts'
import { timeOfId } from '#lib/ids.ts'
import { daysOfPartition, findLongestRetention, PARTITION_GROUPS } from './partition-groups.ts'

/** The parts of a context that partitions need. */
export type PartitionContext = Pick<
  Context,
  'db' | 'directory' | 'clock' | 'log' | 'shard' | 'config'
>

/**
 * Creates partitions ahead of time: ends the last partition of each table, which takes all later rows, before rows reach it, and
 * attaches a new last one. If nothing did this for so long that the last partition has rows, it ends behind them.
 */
export async function extendPartitions(context: PartitionContext): Promise<void> {
  const dayMs = context.config.retentionDayMs
  const longest = await findLongestRetention(context)
  for (const { tables, keptDays } of PARTITION_GROUPS) {
    const spanMs = daysOfPartition(keptDays(longest)) * dayMs
    const ends: { table: PartitionedTable; last: Partition }[] = []
    for (const table of tables)
      ends.push({ table, last: lastOf(await readPartitions(context.db, table)) })
    const from = firstOf(ends).last.from!.getTime()
    const times = [context.clock.now().getTime()]
    for (const { table, last } of ends) times.push(await findNewest(context, table, last))
    const neededMs = Math.max(...times) + Math.max(dayMs, spanMs / 4)
    if (from <= neededMs) {
      const spans = Math.floor((neededMs - from) / spanMs) + 1
      await endLast(context, ends, new Date(from + spans * spanMs))
    }
    for (const table of tables) await analyzeNew(context.db, table)
  }
}

/** Returns the time of the newest row in a last partition, in ms; 0 if it is empty, as it is unless nothing extended it. */
async function findNewest(
  { db }: PartitionContext,
  table: PartitionedTable,
  last: Partition,
): Promise<number> {
  const key = sql.ref(PARTITION_KEYS[table])
  const { rows } = await sql<{ id: string }>`
    /* across workspaces: a partition has the rows of all */
    select ${key} as id from ${sql.table(last.name)} order by ${key} desc limit 1`.execute(db)
  return rows[0] ? timeOfId(rows[0].id) : 0
}

/** Ends the last partitions of a group at `end` and attaches new ones, all in one transaction, so that their ends stay equal. */
async function endLast(
  context: PartitionContext,
  ends: { table: PartitionedTable; last: Partition }[],
  end: Date,
): Promise<void> {
  const check = 'partition_end'
  for (const { table, last } of ends) {
    const name = sql.table(last.name)
    const isChecked = await changeTables(context, async (run) => {
      await run(sql`alter table ${name} drop constraint if exists ${sql.ref(check)}`)
      const { rows } = await run(sql`select from ${name} limit 1`)
      if (rows.length === 0) return
      context.log.warn(
        { partition: last.name },
        'rows reached the last partition before another one was created; no worker had the housekeeping for days',
      )
      // Proves where the rows are, so that they are not read while the table is locked.
      await run(addCheck(last.name, check, PARTITION_KEYS[table], end))
    })
    if (!isChecked) return
    try {
      await changeTables(context, async (run) => {
        const { rows } = await run(
          sql`select from pg_constraint where conrelid = ${last.name}::regclass and conname = ${check}`,
        )
        if (rows.length > 0)
          await run(sql`alter table ${name} validate constraint ${sql.ref(check)}`)
      })
    } catch (err) {
      // Otherwise it would refuse rows from `end` on.
      await changeTables(context, async (run) => {
        await run(sql`alter table ${name} drop constraint if exists ${sql.ref(check)}`)
      })
      throw err
    }
  }
  await changeTables(context, async (run) => {
    const parents = ends.map(({ table }) => sql`only ${sql.table(table)}`)
    await run(sql`lock table ${sql.join(parents)} in access exclusive mode`)
    for (const { table, last } of ends) {
      const [parent, old, fresh] = [table, last.name, partitionName(table, end)].map((name) =>
        sql.table(name),
      )
      const { rows } = await run(sql<{ options: string | null }>`
        select array_to_string(reloptions, ', ') as options from pg_class where oid = ${last.name}::regclass`)
      const options = rows[0]?.options ? sql.raw(`with (${rows[0].options})`) : sql``
      await run(sql`alter table ${parent} detach partition ${old}`)
      await run(sql`create table ${fresh} (like ${old} including all) ${options}`)
      // Planned for large workspaces, like every table of which a workspace can have many rows (decision 184).
      await run(
        sql`alter table ${fresh} alter column workspace_id set (n_distinct = ${sql.lit(PLANNED_WORKSPACES)})`,
      )
      await run(
        sql`alter table ${parent} attach partition ${old}
          for values from (${sql.lit(partitionBound(last.from!))}) to (${sql.lit(partitionBound(end))})`,
      )
      for (const name of [old, fresh])
        await run(sql`alter table ${name} drop constraint if exists ${sql.ref(check)}`)
      await run(
        sql`alter table ${parent} attach partition ${fresh}
          for values from (${sql.lit(partitionBound(end))}) to (maxvalue)`,
      )
    }
  })
}

/** Returns the statement that lets a table have only ids before `end`, without a look at the rows that it has. */
export function addCheck(name: string, check: string, key: string, end: Date): RawBuilder<unknown> {
  return sql`alter table ${sql.table(name)} add constraint ${sql.ref(check)}
    check (${sql.ref(key)} < ${sql.lit(partitionBound(end))}) not valid`
}

/**
 * Analyzes a partitioned table that never was: PostgreSQL does it only for partitions, and estimates joins with the
 * figures of the whole.
 */
async function analyzeNew(db: Db, table: PartitionedTable): Promise<void> {
  const { rows } = await sql`
    /* across workspaces: only whether there are rows */
    select from pg_class where oid = ${table}::regclass and reltuples < 0
      and exists (select from ${sql.table(table)})`.execute(db)
  if (rows.length > 0) await analyze(db, table)
}

/** Reads a sample of a table and of its partitions for the planner. */
export async function analyze(db: Db, table: PartitionedTable): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    await sql`analyze ${sql.table(table)}`.execute(tx)
  })
}

import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Context } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import { readBounded } from '#db/instance/figures.ts'
import { shardOf } from '#db/shards.ts'
import { firstOf } from '#lib/first-of.ts'

type ShardLoad = Selectable<Database['shard_loads']>
type Measured = Pick<ShardLoad, 'measured_at' | 'active_ms'>

/** The average forgets two thirds of what was measured this long ago. */
const AVERAGE_MS = 6 * 3_600_000

/**
 * Records in the directory how busy the server of this shard is: the time in which PostgreSQL executed statements in its database,
 * which `pg_stat_database` counts. Does nothing where one server holds all workspaces.
 */
export async function recordShardLoad(context: Context): Promise<void> {
  if (!context.shards) return
  const shard = shardOf(context)
  const measured = firstOf(
    await readBounded(
      context.db,
      sql<Pick<ShardLoad, 'active_ms' | 'database_bytes'>>`
        select active_time as active_ms, pg_database_size(current_database()) as database_bytes
        from pg_stat_database where datname = current_database()`,
    ),
  )
  const known = await context.directory
    .selectFrom('shard_loads')
    .select(['measured_at', 'active_ms', 'busy'])
    .where('shard', '=', shard)
    .executeTakeFirst()
  const changed = { ...measured, measured_at: context.clock.now() }
  const busy = averageLoad(known, changed)
  await context.directory
    .insertInto('shard_loads')
    .values({ shard, ...changed, busy })
    .onConflict((conflict) => conflict.column('shard').doUpdateSet({ ...changed, busy }))
    .execute()
}

/** Returns the average with a new measurement; unchanged if PostgreSQL counts from zero again, as after a crash. */
export function averageLoad(
  known: (Measured & Pick<ShardLoad, 'busy'>) | undefined,
  { measured_at: at, active_ms: activeMs }: Measured,
): number | null {
  if (!known) return null
  const ms = at.getTime() - known.measured_at.getTime()
  if (ms <= 0 || activeMs < known.active_ms) return known.busy
  const current = (activeMs - known.active_ms) / ms
  if (known.busy === null) return current
  return known.busy + (current - known.busy) * (1 - Math.exp(-ms / AVERAGE_MS))
}

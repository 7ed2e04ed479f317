import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { contextsOf, shardOf } from '#db/shards.ts'
import { DAMAGE_ADVICE } from '#db/damage/is-damage.ts'
import { firstOf } from '#lib/first-of.ts'

/** Pages with a wrong checksum that PostgreSQL has read, since its statistics began and in any program. */
type Checksums = { failures: number; last_failure: Date | null }

/** Logs a warning for each server that has read pages with a wrong checksum before this process started. */
export async function warnOfDamage(context: Context): Promise<void> {
  for (const { context: there } of contextsOf(context)) {
    const { rows } = await sql<Checksums>`
      select coalesce(sum(checksum_failures), 0)::float8 as failures, max(checksum_last_failure) as last_failure
      from pg_stat_database where datname = current_database() or datid = 0`.execute(there.db)
    const { failures, last_failure } = firstOf(rows)
    if (failures === 0) continue
    const shard = shardOf(there)
    context.log.error(
      { shard, failures, last_failure },
      `PostgreSQL has read damaged pages. Run "parley doctor --deep". ${DAMAGE_ADVICE}`,
    )
  }
}

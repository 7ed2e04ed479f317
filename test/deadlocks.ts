import { sql } from 'kysely'
import type { Db } from '#db/pool.ts'

/**
 * Returns how many deadlocks PostgreSQL has resolved in the database of `db`. A connection reports them at most once a
 * second, so each of the pool's `connections` reports now.
 */
export async function countDeadlocks(db: Db, connections = 12): Promise<number> {
  let open = 0
  const allOpen = Promise.withResolvers<void>()
  await Promise.all(
    Array.from({ length: connections }, () =>
      db.connection().execute(async (connection) => {
        open += 1
        if (open === connections) allOpen.resolve()
        await allOpen.promise
        await sql`select pg_stat_force_next_flush()`.execute(connection)
      }),
    ),
  )
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.deadlocks
}

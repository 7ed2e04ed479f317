import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { checkWrites } from '#db/check-writes.ts'
import { sqlState } from '#db/pool.ts'
import { listMigrations } from '#db/read-migrations.ts'

/** A failed check of a database server. The problem is a sentence that names no secret. */
export type DatabaseProblem = { check: 'database' | 'migrations' | 'write'; problem: string }

/** Returns why the server of `context.db` cannot be used, or undefined if it is migrated and can be read and written. */
export async function findDatabaseProblem(
  context: Pick<Context, 'db'>,
): Promise<DatabaseProblem | undefined> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(context.db)
    const applied = new Set(rows.map((row) => row.name))
    const known = await listMigrations()
    if (!known.every((name) => applied.has(name)))
      return { check: 'migrations', problem: 'migrations are pending' }
    const refusal = await tryWriting(context)
    return refusal === undefined ? undefined : { check: 'write', problem: refusal }
  } catch {
    return { check: 'database', problem: 'the database is unavailable' }
  }
}

/** Source: PostgreSQL error codes. */
const refusals: Record<string, string> = {
  '25006': 'the database accepts no writes: it is a replica or read-only',
  '53100': 'the disk of the database is full',
}

/** Returns why the database cannot be written, or undefined if it can. */
async function tryWriting(context: Pick<Context, 'db'>): Promise<string | undefined> {
  try {
    await checkWrites(context)
    return undefined
  } catch (err) {
    return refusals[sqlState(err) ?? ''] ?? 'the database does not write'
  }
}

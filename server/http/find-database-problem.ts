import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { checkWrites } from '#db/connecting/check-writes.ts'
import { isConnectTimeout, sqlState } from '#db/pool.ts'
import { listMigrations } from '#db/migrating/read-migrations.ts'
import { OutOfTimeError } from '#lib/time-budget.ts'

/**
 * A failed check of a database server. The problem is a sentence that names no secret. `isLate`: there was no answer in time,
 * which says as much about this process as about the database.
 */
export type DatabaseProblem = {
  check: 'database' | 'migrations' | 'write'
  problem: string
  isLate?: boolean
}

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
    return await tryWriting(context)
  } catch (err) {
    return { check: 'database', problem: 'the database is unavailable', isLate: isLate(err) }
  }
}

/** Source: PostgreSQL error codes. */
const refusals: Record<string, string> = {
  '25006': 'the database accepts no writes: it is a replica or read-only',
  '53100': 'the disk of the database is full',
}

/** Returns whether an error says only that something took too long. */
export function isLate(err: unknown): boolean {
  return err instanceof OutOfTimeError || isConnectTimeout(err) || TIMEOUTS.has(sqlState(err) ?? '')
}

/** A statement or a lock took too long. */
const TIMEOUTS = new Set(['57014', '55P03'])

/** Returns why the database cannot be written, or undefined if it can. */
async function tryWriting(context: Pick<Context, 'db'>): Promise<DatabaseProblem | undefined> {
  try {
    await checkWrites(context)
    return undefined
  } catch (err) {
    const problem = refusals[sqlState(err) ?? ''] ?? 'the database does not write'
    return { check: 'write', problem, isLate: isLate(err) }
  }
}

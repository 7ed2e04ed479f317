import { sql } from 'kysely'
import type { Context } from '#db/context.ts'

/** Deletes all counts of attempts to sign in, so that a test begins with unused limits. */
export async function forgetAttempts({ directory }: Pick<Context, 'directory'>): Promise<void> {
  await sql`delete from attempt_counts`.execute(directory)
}

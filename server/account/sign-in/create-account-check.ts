import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'

/** Returns a function that says whether anybody has an account. It asks no more once there is one: accounts stay. */
export function createAccountCheck(context: Context): () => Promise<boolean> {
  let isKnown = false
  return async () => {
    if (isKnown) return true
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from users) as found`.execute(context.directory)
    return (isKnown = firstOf(rows).found)
  }
}

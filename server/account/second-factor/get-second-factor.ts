import { sql } from 'kysely'
import type { WithDirectory } from '#db/context.ts'
import type { SecondFactor } from './schema.ts'

/** Returns whether a user has a second factor, since when, and how many recovery codes are left. */
export async function getSecondFactor(
  context: WithDirectory,
  userId: string,
): Promise<SecondFactor> {
  const { rows } = await sql<{ confirmed_at: Date; codes: number }>`
    select confirmed_at, (
      select count(*)::int from recovery_codes where recovery_codes.user_id = authenticators.user_id
    ) as codes
    from authenticators where user_id = ${userId}
    and confirmed_at is not null`.execute(context.directory)
  const [row] = rows
  return {
    is_on: row !== undefined,
    turned_on_at: row?.confirmed_at ?? null,
    recovery_codes_left: row?.codes ?? 0,
  }
}

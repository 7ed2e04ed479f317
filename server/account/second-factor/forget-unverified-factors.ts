import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { lockUser } from '../sessions/lock-user.ts'

/**
 * Deletes the passkeys and the authenticator app of an account that is about to be verified, in the caller's transaction.
 * Until then nobody has proved to own the address, so they may be those of somebody else: they would outlast the new
 * password, and let that person sign in or keep the owner out.
 */
export async function forgetUnverifiedFactors(
  tx: Pick<Context, 'db'>,
  userId: string,
): Promise<void> {
  await lockUser(tx, userId)
  for (const table of ['passkeys', 'authenticators', 'recovery_codes'])
    await sql`delete from ${sql.table(table)} where user_id = (
      select id from users where id = ${userId} and not email_verified
    )`.execute(tx.db)
}

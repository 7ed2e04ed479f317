import { sql } from 'kysely'
import type { WithDirectory } from '#db/context.ts'
import { lockUser } from './lock-user.ts'

/** Tables whose rows sign in to an account, or keep its owner out. The new password ends sessions and started sign-ins. */
const TABLES = ['passkeys', 'authenticators', 'recovery_codes', 'sso_identities']

/**
 * Deletes the passkeys, the authenticator app and the links with single sign-on of an account that is about to be
 * verified, in the caller's transaction. Until then nobody has proved to own the address, so they may be those of somebody
 * else: they would outlast the new password, and let that person sign in or keep the owner out.
 */
export async function forgetUnverifiedAccess(tx: WithDirectory, userId: string): Promise<void> {
  await lockUser(tx, userId)
  for (const table of TABLES)
    await sql`/* across workspaces: the account is the same in all of them */
      delete from ${sql.table(table)} where user_id = (
        select id from users where id = ${userId} and not email_verified
      )`.execute(tx.directory)
}

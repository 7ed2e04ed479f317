import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { lockUser } from '../sessions/lock-user.ts'
import { setPasswordHash } from '../users/check-password.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import type { AccountChange } from '../mail/record-account-change.ts'
import { RESET_PREFIX } from './reset-identifier.ts'

/**
 * Sets a user's password in the caller's transaction. Ends their sessions except the one with the id `keptSessionId`,
 * deletes started sign-ins and open reset links, notifies the user by mail, and records an entry in the audit log of
 * each of their workspaces.
 */
export async function writePassword(
  tx: Context,
  userId: string,
  change: { hash: string; action: AccountChange; keptSessionId?: string },
): Promise<void> {
  const { hash, action, keptSessionId } = change
  await lockUser(tx, userId)
  await setPasswordHash(tx, userId, hash)
  await tx.directory.deleteFrom('second_steps').where('user_id', '=', userId).execute()
  await endSessionsOf(tx, userId, keptSessionId)
  await sql`delete from verifications where value = ${userId}
    and starts_with(identifier, ${RESET_PREFIX})`.execute(tx.directory)
  await recordAccountChange(tx, userId, action)
}

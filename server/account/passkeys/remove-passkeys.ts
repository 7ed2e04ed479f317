import type { Context, WithDirectory } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import { endSessionsOf } from '../sessions/end-sessions-of.ts'
import { getUserByEmail } from '../sessions/find-user-by-email.ts'
import type { User } from '../sessions/find-user-by-email.ts'
import { listPasskeys } from './list-passkeys.ts'
import type { Passkey } from './schema.ts'

/** Returns a user and their passkeys, for the operator. @throws {AppError} user_not_found */
export async function listPasskeysOf(
  context: WithDirectory,
  address: string,
): Promise<{ user: User; passkeys: Passkey[] }> {
  const user = await getUserByEmail(context, address.trim().toLowerCase())
  return { user, passkeys: await listPasskeys(context, user.id) }
}

/**
 * Removes the passkeys of a user, or the one with the id `id`, for the operator, and ends all of the user's sessions.
 * Changes nothing if there are none.
 *
 * @throws {AppError} user_not_found, passkey_not_found
 */
export async function removePasskeys(
  context: Context,
  input: { email: string; id?: string | undefined },
): Promise<{ user: User; removed: Passkey[] }> {
  const { email, id } = input
  return directoryTransaction(context, async (tx) => {
    const { user, passkeys } = await listPasskeysOf(tx, email)
    const removed = passkeys.filter((each) => id === undefined || each.id === id.toLowerCase())
    if (id !== undefined && (!isUuid(id) || removed.length === 0))
      throw new AppError('passkey_not_found', `${user.email} has no such passkey.`)
    if (removed.length === 0) return { user, removed }
    const ids = removed.map((each) => each.id)
    await tx.directory.deleteFrom('passkeys').where('id', 'in', ids).execute()
    await endSessionsOf(tx, user.id)
    await recordAccountChange(tx, user.id, 'member.passkeys_removed')
    return { user, removed }
  })
}

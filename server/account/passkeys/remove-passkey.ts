import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import { checkPasskeyUsed } from './check-passkey-used.ts'

/**
 * Removes one of the passkeys of a session's user, ends the other sessions that were proved with it, notifies the user and
 * records it. If a workspace requires a second factor, the session lacks it afterwards unless the user has another one.
 *
 * @throws {AppError} passkey_not_found, second_factor_required
 */
export async function removePasskey(
  context: Context,
  session: { id: string; userId: string },
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw passkeyNotFound()
  await directoryTransaction(context, async (tx) => {
    await checkPasskeyUsed(tx, session)
    const removed = await tx.directory
      .deleteFrom('passkeys')
      .where('user_id', '=', session.userId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
    if (!removed) throw passkeyNotFound()
    await tx.directory
      .deleteFrom('sessions')
      .where('user_id', '=', session.userId)
      .where('passkey_id', '=', id)
      .where('id', '<>', session.id)
      .execute()
    await recordAccountChange(tx, session.userId, 'member.passkey_removed', removed.name)
  })
}

/** Creates the error for a passkey that the user does not have. */
export function passkeyNotFound(): AppError {
  return new AppError('passkey_not_found', 'You have no such passkey.')
}

import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { invalidPasskey } from './invalid-passkey.ts'
import { usePasskey } from './use-passkey.ts'
import type { VerifiedPasskey } from './verify-passkey.ts'

/**
 * Records that the user of a session proved with a passkey who they are.
 *
 * @throws {AppError} challenge_expired, invalid_passkey
 */
export async function confirmWithPasskey(
  context: Context,
  sessionId: string,
  passkey: VerifiedPasskey,
): Promise<void> {
  const isAccepted = await directoryTransaction(context, async (tx) => {
    if (!(await usePasskey(tx, passkey))) return false
    await tx.directory
      .updateTable('sessions')
      .set({ confirmed_at: tx.clock.now(), passkey_id: passkey.id })
      .where('id', '=', sessionId)
      .execute()
    return true
  })
  if (!isAccepted) throw invalidPasskey()
}

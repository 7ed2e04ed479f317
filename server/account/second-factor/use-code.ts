import type { Context } from '#db/context.ts'
import { decryptAuthenticatorSecret } from './encrypt-authenticator-secret.ts'
import { lockAuthenticator } from './lock-authenticator.ts'
import { useRecoveryCode } from './create-recovery-codes.ts'
import { findStep, withoutSpaces } from './totp.ts'

/** Returns whether a text has the form of an authenticator app's code. Every other text is a recovery code. */
export function isAppCode(text: string): boolean {
  return /^\d{6}$/.test(withoutSpaces(text))
}

/**
 * Uses up a code of a user's authenticator app or a recovery code, and returns which one it was; undefined if it is
 * wrong or was used. Neither is accepted twice, also by concurrent requests.
 */
export async function useCode(
  tx: Pick<Context, 'directory' | 'config' | 'clock'>,
  userId: string,
  code: string,
): Promise<'app' | 'recovery_code' | undefined> {
  if (!isAppCode(code))
    return (await useRecoveryCode(tx, userId, code)) ? 'recovery_code' : undefined
  const row = await lockAuthenticator(tx, userId)
  if (!row) return undefined
  const secret = decryptAuthenticatorSecret(tx, userId, row.secret)
  const step = findStep(secret, withoutSpaces(code), tx.clock.now())
  if (step === undefined) return undefined
  // The condition makes a step count once. It also refuses steps before the last one that was used.
  const { numUpdatedRows } = await tx.directory
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? 'app' : undefined
}

import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { recordAccountChange } from '../mail/record-account-change.ts'
import { useChallenge } from './challenges.ts'
import type { VerifiedPasskey } from './verify-passkey.ts'
import { lockUser } from '../sessions/lock-user.ts'

const REPORT_EVERY_MS = 86_400_000

/**
 * Uses up the challenge that a passkey signed, and stores the signature's counter, in the caller's transaction. Returns
 * false if the passkey was just removed, or if it cannot leave its device and its counter did not grow, so that there
 * must be a copy; then it notifies the user, and the caller must commit and refuse the passkey.
 *
 * @throws {AppError} challenge_expired
 */
export async function usePasskey(tx: Context, passkey: VerifiedPasskey): Promise<boolean> {
  // Locked first, in the order of changes of how the user signs in.
  await lockUser(tx, passkey.userId, 'share')
  await useChallenge(tx, passkey.challenge)
  const { counter } = passkey
  // Source: WebAuthn Level 3 §6.1.1: authenticators without counters always send 0.
  const { numAffectedRows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = ${tx.clock.now()}
    where id = ${passkey.id}
      and (not is_device_bound or counter < ${counter} or (counter = 0 and ${counter} = 0))`.execute(
    tx.directory,
  )
  if (numAffectedRows === 1n) return true
  await reportCopy(tx, passkey)
  return false
}

async function reportCopy(tx: Context, { id, userId }: VerifiedPasskey): Promise<void> {
  const now = tx.clock.now()
  const reported = await tx.directory
    .updateTable('passkeys')
    .set({ copy_reported_at: now })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('copy_reported_at', 'is', null),
        eb('copy_reported_at', '<=', new Date(now.getTime() - REPORT_EVERY_MS)),
      ]),
    )
    .returning('name')
    .executeTakeFirst()
  if (reported) await recordAccountChange(tx, userId, 'member.passkey_copied', reported.name)
}

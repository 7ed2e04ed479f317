import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import { updateById } from '#db/update-by-id.ts'
import { lockInvitation } from './lock-invitation.ts'
import { toInvitation } from './schema.ts'
import type { SentInvitation } from './schema.ts'
import { INVITATION_MS, isMailed, sendInvitation } from './send-invitation.ts'

/**
 * Sends an open or expired invitation again with a new link that is valid for seven days. The old link stops
 * working.
 *
 * @throws {AppError} invitation_not_found, invitation_closed
 */
export async function resendInvitation(scope: Scope, id: string): Promise<SentInvitation> {
  const now = scope.clock.now()
  const token = createToken(32)
  return directoryTransaction(scope, async (tx) => {
    const before = await lockInvitation(tx, id)
    if (before.accepted_at || before.revoked_at)
      throw new AppError(
        'invitation_closed',
        `The invitation was already ${before.accepted_at ? 'accepted' : 'revoked'}.`,
      )
    const expiresAt = new Date(now.getTime() + INVITATION_MS)
    await updateById(tx, 'invitations', before.id, {
      token_hash: hashSecret(token),
      expires_at: expiresAt,
      mailed: isMailed(tx),
    })
    await recordAudit(tx, 'invitation.resent', before.id, { email: before.email })
    const link = await sendInvitation(tx, before, token)
    return { ...toInvitation({ ...before, expires_at: expiresAt }, now), link }
  })
}

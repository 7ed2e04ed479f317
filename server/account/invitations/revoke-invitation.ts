import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { updateById } from '#db/update-by-id.ts'
import { lockInvitation } from './lock-invitation.ts'

/**
 * Revokes an invitation. Revoking it again changes nothing. @throws {AppError} invitation_not_found,
 * invitation_closed
 */
export async function revokeInvitation(scope: Scope, id: string): Promise<void> {
  await directoryTransaction(scope, async (tx) => {
    const row = await lockInvitation(tx, id)
    if (row.accepted_at)
      throw new AppError('invitation_closed', 'The invitation was already accepted.')
    if (row.revoked_at) return
    await updateById(tx, 'invitations', row.id, { revoked_at: tx.clock.now() })
    await recordAudit(tx, 'invitation.revoked', row.id, { email: row.email })
  })
}

import { refuseTaken } from '#db/refuse-taken.ts'
import { updateTable } from '#db/select-from.ts'
import type { Role } from '#shared/roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { insertRow } from '#db/insert-row.ts'
import { checkRole } from '../roles/check-role.ts'
import { checkEmail } from '../users/check-email.ts'
import { isMember } from '../users/is-member.ts'
import { lockInvitation } from './lock-invitation.ts'
import { toInvitation } from './schema.ts'
import type { SentInvitation } from './schema.ts'
import { INVITATION_MS, isMailed, sendInvitation } from './send-invitation.ts'

/**
 * Invites a person to the workspace. They get a link by mail; without a mail server, the response contains the
 * link.
 *
 * @throws {AppError} validation_failed (email), role_not_found, already_member, invitation_open (resend that one)
 */
export async function createInvitation(
  scope: Scope,
  input: { email: string; role: Role },
): Promise<SentInvitation> {
  const email = checkEmail(input.email)
  const role = input.role.toLowerCase()
  const now = scope.clock.now()
  const token = createToken(32)
  return directoryTransaction(scope, async (tx) => {
    if (await isMember(tx, email))
      throw new AppError('already_member', `${email} is already a member of this workspace.`)
    // An expired invitation does not block a new one.
    await updateTable(tx, 'invitations')
      .set({ revoked_at: now })
      .where('email', '=', email)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '<=', now)
      .execute()
    await checkRole(tx, role)
    const id = newId()
    await insertRow(tx, 'invitations', {
      id,
      token_hash: hashSecret(token),
      email,
      role,
      mailed: isMailed(scope),
      invited_by: tx.actor.type === 'member' ? tx.actor.id : null,
      created_at: now,
      expires_at: new Date(now.getTime() + INVITATION_MS),
    })
    const row = await lockInvitation(tx, id)
    await recordAudit(tx, 'member.invited', id, { email, role })
    return { ...toInvitation(row, now), link: await sendInvitation(tx, row, token) }
  }).catch(
    refuseTaken(
      'invitation_open',
      `${email} already has an open invitation. Resend or revoke that invitation.`,
    ),
  )
}

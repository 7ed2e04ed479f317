import { updateTable } from '#db/select-from.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { AppError } from '#lib/errors.ts'
import { forgetUnverifiedAccess } from '../sessions/forget-unverified-access.ts'
import { lockEnabledUser } from '../sessions/lock-enabled-user.ts'
import { getUser } from '../users/get-user.ts'
import { insertUser } from '../users/insert-user.ts'
import { joinWorkspace } from '../users/join-workspace.ts'
import type { SessionUser } from '../users/schema.ts'
import { writePassword } from '../profile/write-password.ts'
import { findOpenInvitation, invitationOver } from './find-open-invitation.ts'
import type { OpenInvitation } from './find-open-invitation.ts'
import { identifyInvited } from './identify-invited.ts'
import type { AcceptInput, Invited, NewAccount } from './identify-invited.ts'

/** The user who accepted, and the workspace they joined. `needsSignIn` means that the caller has no session of the user. */
type Accepted = SessionUser & {
  workspaceId: string
  needsSignIn: boolean
}

/**
 * Makes the invited person a member. Creates an account unless the address has one; an existing account requires its
 * password unless its user is signed in. If two requests accept at once, only one succeeds.
 *
 * @throws {AppError} invitation_not_found, validation_failed (name, password), account_not_verified, email_taken, invalid_credentials
 */
export async function acceptInvitation(context: Context, input: AcceptInput): Promise<Accepted> {
  const invitation = await findOpenInvitation(context, input.token)
  const { workspaceId, email } = invitation
  const invited = await identifyInvited(context, invitation, input)
  const user = await directoryTransaction(systemScope(context, workspaceId), async (tx) => {
    await use(tx, invitation)
    const id = await toUserId(tx, email, invited)
    await lockEnabledUser(tx, id)
    await join(tx, invitation, id)
    return getUser(tx, id)
  })
  return { user, workspaceId, needsSignIn: 'account' in invited || user.id !== input.userId }
}

async function toUserId(tx: Scope, email: string, invited: Invited): Promise<string> {
  if ('userId' in invited) return invited.userId
  if (invited.replaces === null) return insertNew(tx, email, invited.account)
  return takeOver(tx, invited.replaces, invited.account)
}

/**
 * Replaces name and password of an account that was never verified, and ends its sessions. Its second factor, passkeys
 * and single sign-on are the creator's: the owner of the address could never sign in, and the creator still could.
 */
async function takeOver(tx: Scope, userId: string, account: NewAccount): Promise<string> {
  await forgetUnverifiedAccess(tx, userId)
  const { numUpdatedRows } = await tx.directory
    .updateTable('users')
    .set({ name: account.name, email_verified: true, updated_at: tx.clock.now() })
    .where('id', '=', userId)
    .where('email_verified', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedMeanwhile()
  await writePassword(tx, userId, { hash: account.hash, action: 'member.password_reset' })
  return userId
}

async function use(tx: Scope, { id }: OpenInvitation): Promise<void> {
  const now = tx.clock.now()
  const used = await updateTable(tx, 'invitations')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw invitationOver()
}

async function insertNew(tx: Scope, email: string, account: NewAccount): Promise<string> {
  const { user, isNew } = await insertUser(tx, { email, ...account })
  // The password of the account that was created in the meantime was never checked here.
  if (!isNew) throw changedMeanwhile()
  return user.id
}

function changedMeanwhile(): AppError {
  return new AppError(
    'email_taken',
    'The account of this address changed in the meantime. Open the link again.',
  )
}

async function join(tx: Scope, { role, email }: OpenInvitation, userId: string): Promise<void> {
  const membership = await joinWorkspace(tx, userId, role)
  if (!membership) return
  await recordAudit(
    { ...tx, actor: { type: 'member', id: membership.id } },
    'member.joined',
    membership.id,
    { email, role },
  )
}

import type { Static } from 'typebox'
import type { AcceptInvitationBody } from './schema.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { systemScope } from '#context.ts'
import type { Context, Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, fieldError } from '#lib/errors.ts'
import { insertUser } from '../users/insert-user.ts'
import { joinWorkspace } from '../users/join-workspace.ts'
import { checkPassword, hashPassword, isPasswordOf } from '../users/password.ts'
import { findOpenInvitation, invitationOver } from './find-open-invitation.ts'
import type { OpenInvitation } from './find-open-invitation.ts'

/** The input of someone who accepts an invitation; `userId` is set if they are signed in. */
type AcceptInput = Static<typeof AcceptInvitationBody> & { userId: string | undefined }

/** The user who accepted, and the workspace they joined. */
type Accepted = {
  user: { id: string; name: string; email: string }
  workspaceId: string
}

/**
 * Makes the invited person a member. Creates an account unless the address has one; an existing account
 * requires its password unless its user is signed in. If two requests accept at once, only one succeeds.
 *
 * @throws {AppError} invitation_not_found, validation_failed (name, password), email_taken
 */
export async function acceptInvitation(context: Context, input: AcceptInput): Promise<Accepted> {
  const invitation = await findOpenInvitation(context, input.token)
  const { workspaceId, email, userId } = invitation
  const scope = systemScope(context, workspaceId)
  const account = userId === null ? await readNewAccount(input) : undefined
  if (userId !== null && userId !== input.userId) await checkOwner(context, userId, input.password)
  const user = await transaction(scope, async (tx) => {
    await use(tx, invitation)
    const id = userId ?? (await insertNew(tx, email, account!))
    await join(tx, invitation, id)
    return tx.db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  })
  return { user, workspaceId }
}

async function readNewAccount(input: AcceptInput): Promise<{ name: string; hash: string }> {
  const name = input.name?.trim()
  if (!name) throw fieldError('validation_failed', 'name', 'must not be empty')
  if (input.password === undefined)
    throw fieldError('validation_failed', 'password', 'must not be empty')
  checkPassword(input.password, 'password')
  return { name, hash: await hashPassword(input.password) }
}

async function checkOwner(
  context: Context,
  userId: string,
  password: string | undefined,
): Promise<void> {
  if (password === undefined || !(await isPasswordOf(context, userId, password)))
    throw fieldError('validation_failed', 'password', 'is not the password of this account')
}

async function use(tx: Scope, { id }: OpenInvitation): Promise<void> {
  const now = tx.clock.now()
  const used = await tx.db
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (!used) throw invitationOver()
}

async function insertNew(
  tx: Scope,
  email: string,
  { name, hash }: { name: string; hash: string },
): Promise<string> {
  // Opening a link that was sent by mail verifies the address.
  const isVerified = tx.config.mail.smtpUrl !== undefined
  const { user, isNew } = await insertUser(tx, { email, name, hash, isVerified })
  // The account was created in the meantime, so its password was never checked here.
  if (!isNew)
    throw new AppError(
      'email_taken',
      'An account with this address was created in the meantime. Open the link again and sign in with its password.',
    )
  return user.id
}

async function join(tx: Scope, { role, email }: OpenInvitation, userId: string): Promise<void> {
  const membership = await joinWorkspace(tx, userId, role)
  if (!membership) return
  await recordAudit(
    { ...tx, actor: { type: 'member', id: membership.id } },
    {
      action: 'member.joined',
      targetType: 'member',
      targetId: membership.id,
      data: { email, role },
    },
  )
}

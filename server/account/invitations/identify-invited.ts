import { cleanName } from '#lib/clean-name.ts'
import type { Static } from 'typebox'
import type { Context } from '#db/context.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { findMembership } from '../users/find-membership.ts'
import { checkPassword, isPasswordOf } from '../users/check-password.ts'
import { hashPassword } from '../users/hash-password.ts'
import type { OpenInvitation } from './find-open-invitation.ts'
import type { AcceptInvitationBody } from './schema.ts'

/** Counts an attempt at the password of an address, which may have no account. `start` throws if there were too many. */
type PasswordAttempts = { start: (email: string) => Promise<void>; fail: (email: string) => void }

/** The input of someone who accepts an invitation; `userId` is set if they are signed in. */
export type AcceptInput = Static<typeof AcceptInvitationBody> & {
  userId: string | undefined
  attempts: PasswordAttempts
}

/** An account to create. `isVerified` means that its owner receives mail at the address. */
export type NewAccount = { name: string; hash: string; isVerified: boolean }

/**
 * The account that joins: an existing one, a new one, or one whose owner was never verified and that the owner of the
 * address takes over (`replaces`).
 */
export type Invited = { userId: string } | { account: NewAccount; replaces: string | null }

/**
 * Decides which account accepts an invitation, and checks that the caller may use it.
 *
 * A mailed link proves that the caller owns the address. A link that an admin has seen proves nothing: its new account
 * stays unverified, and it is refused in the same words whether the address has an account or not.
 *
 * @throws {AppError} validation_failed (name, password), account_not_verified, rate_limited
 */
export async function identifyInvited(
  context: Context,
  invitation: OpenInvitation,
  input: AcceptInput,
): Promise<Invited> {
  const { account, isProof } = invitation
  // The creator of an unverified account may still know its password, so the owner of the address sets a new one.
  if (isProof && !account?.isVerified)
    return {
      account: await toNewAccount(context, input, { isVerified: true }),
      replaces: account?.userId ?? null,
    }
  const isSignedIn = account !== null && account.userId === input.userId
  const isOwner = isSignedIn || (await isRightPassword(context, invitation, input))
  if (account && isOwner) {
    // An unverified account can only return to a workspace that it belonged to.
    const { workspaceId } = invitation
    if (!account.isVerified && !(await findMembership({ ...context, workspaceId }, account.userId)))
      throw new AppError(
        'account_not_verified',
        'The email address of this account is not verified, so the account cannot join another workspace. Reset its password by mail, or ask the operator to set a new one.',
      )
    return { userId: account.userId }
  }
  if (!account)
    return { account: await toNewAccount(context, input, { isVerified: false }), replaces: null }
  if (!isProof) checkNewAccount(input)
  throw invalidField('password', 'is not the password of this account')
}

/**
 * Returns whether the caller knows the account's password. The attempt counts like a sign-in, because an admin of any
 * workspace can make invitations for an address, and could guess the password with them.
 */
async function isRightPassword(
  context: Context,
  { account, email }: OpenInvitation,
  { password, attempts }: AcceptInput,
): Promise<boolean> {
  if (password === undefined) return false
  await attempts.start(email)
  const isRight = await isPasswordOf(context, account?.userId ?? null, password)
  if (account && !isRight) attempts.fail(email)
  return isRight
}

async function toNewAccount(
  context: Context,
  input: AcceptInput,
  { isVerified }: { isVerified: boolean },
): Promise<NewAccount> {
  const { name, password } = checkNewAccount(input)
  return { name, hash: await hashPassword(context, password), isVerified }
}

function checkNewAccount(input: AcceptInput): { name: string; password: string } {
  const { password } = input
  if (!password) throw invalidField('password', 'must not be empty')
  const name = cleanName(input.name ?? '')
  if (!name) throw invalidField('name', 'must not be empty')
  checkPassword(password, 'password')
  return { name, password }
}

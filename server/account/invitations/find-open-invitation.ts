import type { Context } from '#db/context.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import type { Role } from '#shared/roles.ts'

/**
 * An open invitation, and the account of its address if there is one. `isProof` means that the link was mailed, so
 * that its holder owns the address.
 */
export type OpenInvitation = {
  workspaceId: string
  id: string
  email: string
  role: Role
  invitedBy: string | null
  expiresAt: Date
  isProof: boolean
  account: { userId: string; isVerified: boolean } | null
}

/**
 * Returns the open invitation with this token. @throws {AppError} invitation_not_found (unknown, used, revoked,
 * expired)
 */
export async function findOpenInvitation(context: Context, token: string): Promise<OpenInvitation> {
  const row = await context.directory
    .selectFrom('invitations')
    .leftJoin('users', 'users.email', 'invitations.email')
    .select([
      'invitations.workspace_id as workspaceId',
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.invited_by as invitedBy',
      'invitations.expires_at as expiresAt',
      'invitations.mailed as isProof',
      'users.id as userId',
      'users.email_verified as isVerified',
    ])
    .where('invitations.token_hash', '=', hashSecret(token))
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', context.clock.now())
    .executeTakeFirst()
  if (!row) throw invitationOver()
  const { userId, isVerified, ...invitation } = row
  return {
    ...invitation,
    account: userId === null ? null : { userId, isVerified: isVerified ?? false },
  }
}

/** Creates the error for a link that no longer works. It is the same for every reason. */
export function invitationOver(): AppError {
  return new AppError(
    'invitation_not_found',
    'The invitation was accepted, revoked or replaced, or it has expired. Ask for a new one.',
  )
}

import type { Context } from '#db/context.ts'
import { getWorkspace } from '../workspaces/get-workspace.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import type { ShownInvitation } from './schema.ts'

/**
 * Returns the details of an invitation to the holder of its link; `userId` is the signed-in user. Whether the
 * address has an account is only revealed to its owner: the signed-in user, or the holder of a mailed link.
 *
 * @throws {AppError} invitation_not_found
 */
export async function showInvitation(
  context: Context,
  token: string,
  userId: string | undefined,
): Promise<ShownInvitation> {
  const invitation = await findOpenInvitation(context, token)
  const { account, isProof } = invitation
  const isUsable = account !== null && (account.isVerified || !isProof)
  const isSignedIn = isUsable && account.userId === userId
  const { name } = await getWorkspace(context, invitation.workspaceId)
  const inviter = await context.directory
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.workspace_id', '=', invitation.workspaceId)
    .where('memberships.id', '=', invitation.invitedBy)
    .executeTakeFirst()
  return {
    workspace: { name },
    email: invitation.email,
    role: invitation.role,
    invited_by: inviter?.name ?? null,
    expires_at: invitation.expiresAt,
    account: isSignedIn || (isUsable && isProof) ? 'existing' : 'new',
    is_mailed: isProof,
    is_signed_in: isSignedIn,
  }
}

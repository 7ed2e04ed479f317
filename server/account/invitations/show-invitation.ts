import type { Context } from '#context.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import type { ShownInvitation } from './schema.ts'

/**
 * Returns the details of an invitation to the holder of its link; `userId` is the signed-in user. Only the
 * holder learns whether the address has an account. @throws {AppError} invitation_not_found
 */
export async function showInvitation(
  context: Context,
  token: string,
  userId: string | undefined,
): Promise<ShownInvitation> {
  const invitation = await findOpenInvitation(context, token)
  const workspace = await context.db
    .selectFrom('workspaces')
    .select('name')
    .where('id', '=', invitation.workspaceId)
    .executeTakeFirstOrThrow()
  const inviter = await context.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.name')
    .where('memberships.workspace_id', '=', invitation.workspaceId)
    .where('memberships.id', '=', invitation.invitedBy)
    .executeTakeFirst()
  return {
    workspace,
    email: invitation.email,
    role: invitation.role,
    invited_by: inviter?.name ?? null,
    expires_at: invitation.expiresAt,
    account: invitation.userId === null ? 'new' : 'existing',
    is_signed_in: userId !== undefined && userId === invitation.userId,
  }
}

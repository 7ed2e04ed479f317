import type { Context } from '#context.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import type { ShownInvitation } from './schema.ts'

/**
 * What an invitation says to who holds its link; `userId` is of who is signed in. That there is an account of the
 * address is told to nobody else. @throws {AppError} invitation_not_found
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

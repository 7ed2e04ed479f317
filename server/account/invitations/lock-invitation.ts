import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { isUuid } from '#lib/ids.ts'
import type { InvitationRow } from './schema.ts'

/** Selects invitations of the scope's workspace with the names of the members who sent them. */
export function selectInvitations(scope: Scope) {
  return scope.directory
    .selectFrom('invitations')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.workspace_id', '=', 'invitations.workspace_id')
        .onRef('memberships.id', '=', 'invitations.invited_by'),
    )
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .select([
      'invitations.workspace_id',
      'invitations.id',
      'invitations.email',
      'invitations.role',
      'invitations.invited_by',
      'invitations.created_at',
      'invitations.expires_at',
      'invitations.accepted_at',
      'invitations.revoked_at',
      'users.name as invited_by_name',
      'users.locale as invited_by_locale',
    ])
    .where('invitations.workspace_id', '=', scope.workspaceId)
}

/**
 * Returns the invitation with this id and locks it until the transaction ends. @throws {AppError}
 * invitation_not_found
 */
export async function lockInvitation(tx: Scope, id: string): Promise<InvitationRow> {
  const row = isUuid(id)
    ? await selectInvitations(tx)
        .where('invitations.id', '=', id)
        .forNoKeyUpdate('invitations')
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('invitations', id)
  return row
}

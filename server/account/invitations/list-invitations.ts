import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#db/context.ts'
import { listPage, newestFirst } from '#db/list-page.ts'
import type { Page } from '#lib/page.ts'
import { selectInvitations } from './lock-invitation.ts'
import { toInvitation } from './schema.ts'
import type { Invitation, ListInvitationsQuery } from './schema.ts'

/** Returns one page of the workspace's invitations, newest first. @throws {AppError} invalid_cursor */
export async function listInvitations(
  scope: Scope,
  input: ListInvitationsQuery,
): Promise<Page<Invitation>> {
  const now = scope.clock.now()
  const conditions: Record<Invitation['status'], RawBuilder<boolean>> = {
    open: sql`accepted_at is null and revoked_at is null and expires_at > ${now}`,
    accepted: sql`accepted_at is not null`,
    revoked: sql`accepted_at is null and revoked_at is not null`,
    expired: sql`accepted_at is null and revoked_at is null and expires_at <= ${now}`,
  }
  const query = selectInvitations(scope).$if(input.status !== undefined, (query) =>
    query.where(conditions[input.status!]),
  )
  return listPage(
    query,
    newestFirst('invitations.created_at', 'invitations.id', (row) => row.created_at),
    input,
    (row) => toInvitation(row, now),
  )
}

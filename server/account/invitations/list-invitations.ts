import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page } from '#lib/pagination.ts'
import { selectInvitations } from './read-invitation.ts'
import { toInvitation } from './schema.ts'
import type { Invitation, ListInvitationsQuery } from './schema.ts'

/** One page of the workspace's invitations, newest first. @throws {AppError} invalid_cursor */
export async function listInvitations(
  scope: Scope,
  input: ListInvitationsQuery,
): Promise<Page<Invitation>> {
  const { limit, after } = readPageInput(input)
  const now = scope.clock.now()
  const conditions: Record<Invitation['status'], RawBuilder<boolean>> = {
    open: sql`accepted_at is null and revoked_at is null and expires_at > ${now}`,
    accepted: sql`accepted_at is not null`,
    revoked: sql`accepted_at is null and revoked_at is not null`,
    expired: sql`accepted_at is null and revoked_at is null and expires_at <= ${now}`,
  }
  const rows = await newestFirst(
    selectInvitations(scope).$if(input.status !== undefined, (query) =>
      query.where(conditions[input.status!]),
    ),
    { time: 'invitations.created_at', id: 'invitations.id' },
    { after, limit },
  ).execute()
  return toPage(
    rows,
    limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => toInvitation(row, now),
  )
}

import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { SeeingMember } from '#lib/found-session.ts'
import { rightsOf } from '#lib/rights-of.ts'
import type { StoredRights } from '#lib/rights-of.ts'
import { grants } from '#shared/grants.ts'

/** A member who may read reports, with the address and the language of their mails. */
export type ReportReader = SeeingMember & { email: string; locale: string | null }

/** Returns those of these members who can sign in and whose role may read reports now, with what they see. */
export async function findReportReaders(scope: Scope, ids: string[]): Promise<ReportReader[]> {
  const { rows } = await sql<
    { id: string; email: string; locale: string | null; role: string } & StoredRights
  >`
    select memberships.id, users.email, users.locale, memberships.role,
      roles.scopes, roles.visibility, roles.sees_no_team
    from memberships
    join users on users.id = memberships.user_id and users.disabled_at is null
    left join roles on roles.workspace_id = ${scope.workspaceId} and roles.id = memberships.role
    where memberships.workspace_id = ${scope.workspaceId} and memberships.removed_at is null
      and memberships.id = any (${ids}::uuid[])
    order by memberships.id`.execute(scope.directory)
  return rows.flatMap(({ id, email, locale, role, ...stored }) => {
    const { scopes, visibility, sees_no_team: seesNoTeam } = rightsOf(role, stored)
    return grants(scopes, 'reports:read') ? [{ id, email, locale, visibility, seesNoTeam }] : []
  })
}

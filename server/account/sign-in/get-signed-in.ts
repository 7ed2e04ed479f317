import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { AppError } from '#lib/errors.ts'
import type { Users, Memberships, StoredPreferences } from '#db/tables/users.ts'
import type { Workspaces } from '#db/tables/workspaces.ts'
import { SHORTCUT_IDS } from '#shared/shortcuts.ts'
import type { ShortcutId } from '#shared/shortcuts.ts'
import type { FoundSession } from '#lib/found-session.ts'
import { createOperatorFinder } from './create-operator-finder.ts'
import type { SignedIn, Preferences } from '../users/schema.ts'

type Row = Pick<Selectable<Users>, 'email' | 'locale'> &
  Pick<Selectable<Memberships>, 'id' | 'role' | 'user_id' | 'workspace_id' | 'preferences'> &
  Pick<Selectable<Workspaces>, 'slug'> & {
    user_name: string
    workspace_name: string
    has_passkey: boolean
  }

/**
 * Returns the signed-in member's user, workspace and memberships, in the order they were joined. @throws
 * {AppError} membership_not_found
 */
export async function getSignedIn(
  scope: Scope,
  session: Pick<FoundSession, 'id' | 'membership' | 'ssoWorkspaceId'>,
): Promise<SignedIn> {
  // Select the memberships of all workspaces, because users can see their own.
  const { rows } = await sql<Row>`
    select users.id as user_id, users.name as user_name, users.email, users.locale, joined.id, joined.role,
      joined.preferences,
      workspaces.id as workspace_id, workspaces.name as workspace_name, workspaces.slug,
      exists (select from passkeys where passkeys.user_id = users.id) as has_passkey
    from memberships as acting
    join users on users.id = acting.user_id
    join memberships as joined on joined.user_id = acting.user_id and joined.removed_at is null
    join workspaces on workspaces.id = joined.workspace_id
    where acting.workspace_id = ${scope.workspaceId} and acting.id = ${scope.actor.id}
      and acting.removed_at is null
      and (${session.ssoWorkspaceId}::uuid is null or joined.workspace_id = ${session.ssoWorkspaceId}::uuid)
    order by joined.created_at, joined.id`.execute(scope.directory)
  const memberships = rows.map((row) => ({
    id: row.id,
    role: row.role,
    workspace: { id: row.workspace_id, name: row.workspace_name, slug: row.slug },
  }))
  const acting = memberships.find((each) => each.workspace.id === scope.workspaceId)
  const current = rows.find((row) => row.workspace_id === scope.workspaceId)
  if (!current || !acting)
    throw new AppError('membership_not_found', 'Your membership in this workspace has ended.')
  const teams = await selectFrom(scope, 'team_members')
    .select('team_id')
    .where('membership_id', '=', acting.id)
    .orderBy('team_id')
    .execute()
  const operator = await createOperatorFinder(scope)(session)
  return {
    user: {
      id: current.user_id,
      name: current.user_name,
      email: current.email,
      locale: current.locale,
    },
    is_sso: session.ssoWorkspaceId !== null,
    must_use_sso: session.membership?.lacksSso ?? false,
    must_set_up_second_factor: session.membership?.lacksSecondFactor ?? false,
    has_passkey: current.has_passkey,
    operator: operator ? { lacks_second_factor: operator.lacksSecondFactor } : null,
    workspace: acting.workspace,
    membership: {
      id: acting.id,
      role: acting.role,
      scopes: [...(session.membership?.scopes ?? [])],
      visibility: session.membership?.visibility ?? 'own',
      sees_no_team: session.membership?.seesNoTeam ?? false,
      team_ids: teams.map((row) => row.team_id),
      preferences: toPreferences(current.preferences),
    },
    memberships,
  }
}

/** Returns a member's settings with the defaults. Ignores shortcuts that only another release has. */
function toPreferences(stored: StoredPreferences | null): Preferences {
  const known = Object.entries(stored?.shortcuts ?? {}).filter(([id]) =>
    SHORTCUT_IDS.includes(id as ShortcutId),
  )
  return {
    after_done: stored?.after_done ?? 'next',
    hold_seconds: stored?.hold_seconds ?? 0,
    character_shortcuts: stored?.character_shortcuts ?? true,
    shortcuts: Object.fromEntries(known),
  }
}

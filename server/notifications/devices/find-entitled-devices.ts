import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { sessionStarts } from '#account/sessions/session-ends.ts'
import type { NotificationRule } from '#shared/notifications.ts'

/** A device that may receive notifications of the workspace, for the member who is signed in on it. */
export type EntitledDevice = {
  id: string
  membership_id: string
  subscription: Buffer
  rules: NotificationRule[] | null
  show_text: boolean
  locale: string | null
}

/**
 * Returns the devices of members whose session is valid and acts on this workspace, with the same conditions as a
 * request of that session: a member who left, a disabled user, or one who lacks the second factor or single sign-on
 * that the workspace requires receives nothing.
 */
export async function findEntitledDevices(
  scope: Scope,
  wanted: { membershipIds: string[] } | { deviceId: string },
): Promise<EntitledDevice[]> {
  const { createdAfter, usedAfter } = sessionStarts(scope)
  const isWanted =
    'deviceId' in wanted
      ? sql`devices.id = ${wanted.deviceId}`
      : sql`memberships.id = any (${wanted.membershipIds}::uuid[])`
  const { rows } = await sql<EntitledDevice>`
    select devices.id, memberships.id as membership_id, devices.subscription, devices.rules, devices.show_text,
      users.locale
    from memberships
    join users on users.id = memberships.user_id and users.disabled_at is null
    join sessions on sessions.user_id = memberships.user_id
    join push_devices as devices on devices.session_id = sessions.id
    join workspaces on workspaces.id = memberships.workspace_id
    where memberships.workspace_id = ${scope.workspaceId} and memberships.removed_at is null and ${isWanted}
      and coalesce(sessions.sso_workspace_id, sessions.workspace_id, (
        select workspace_id from memberships as joined
        where joined.user_id = sessions.user_id and joined.removed_at is null
        order by joined.created_at, joined.id limit 1
      )) = ${scope.workspaceId}
      and sessions.expires_at > ${scope.clock.now()} and sessions.created_at > ${createdAfter}
      and coalesce(sessions.last_used_at, sessions.updated_at) > ${usedAfter}
      and (sessions.sso_workspace_id is not null or (
        not exists (
          select from sso_connections
          where sso_connections.workspace_id = ${scope.workspaceId} and is_required
        ) and (
          not workspaces.require_second_factor
          or exists (
            select from authenticators
            where authenticators.user_id = sessions.user_id and confirmed_at is not null
          ) or exists (
            select from passkeys
            where passkeys.id = sessions.passkey_id and passkeys.user_id = sessions.user_id
          )
        )
      ))`.execute(scope.db)
  return rows
}

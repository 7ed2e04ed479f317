import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { validSessions } from '#account/sessions/valid-sessions.ts'
import { prepared } from '#db/prepared.ts'
import type { SeeingMember } from '#lib/found-session.ts'
import type { NotificationRule } from '#shared/notifications.ts'

/** A device that may receive notifications of the workspace, for the member who is signed in on it. */
export type EntitledDevice = Pick<SeeingMember, 'visibility' | 'seesNoTeam'> & {
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
  const isWanted =
    'deviceId' in wanted
      ? sql`devices.id = ${wanted.deviceId}`
      : sql`session.user_id in (
          select user_id from memberships
          where workspace_id = ${scope.workspaceId} and id = any (${wanted.membershipIds}::uuid[])
        )`
  const { rows } = await prepared<EntitledDevice>`
    select devices.id, membership_id, subscription, rules, show_text, locale, visibility,
      sees_no_team as "seesNoTeam"
    from push_devices as devices
    join ${validSessions(scope)} on session.id = devices.session_id
    where session.workspace_id = ${scope.workspaceId} and not lacks_second_factor and not lacks_sso
      and ${isWanted}`.execute(scope.directory)
  return rows
}

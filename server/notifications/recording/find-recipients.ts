import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { DEFAULT_NOTIFICATION_RULES } from '#shared/notifications.ts'
import type { NotificationRule } from '#shared/notifications.ts'
import type { QuietHours } from '../rules.ts'

/** A member who can be notified, and how. */
export type Recipient = QuietHours & { id: string; rules: NotificationRule[]; by_mail: boolean }

/** Returns the workspace's members who have not left and can sign in, with their settings. */
export async function findRecipients(scope: Scope): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select memberships.id, coalesce(settings.rules, ${[...DEFAULT_NOTIFICATION_RULES]}::text[]) as rules,
      coalesce(settings.by_mail, true) as by_mail,
      quiet_from, quiet_to, coalesce(settings.time_zone, 'UTC') as time_zone
    from memberships
    join users on users.id = memberships.user_id and users.disabled_at is null
    left join notification_settings as settings
      on settings.workspace_id = memberships.workspace_id and settings.membership_id = memberships.id
    where memberships.workspace_id = ${scope.workspaceId} and memberships.removed_at is null`.execute(
    scope.db,
  )
  return rows
}

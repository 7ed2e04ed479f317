import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import type { NotificationSettings } from '#db/tables/notifications.ts'
import { DEFAULT_NOTIFICATION_RULES } from '#shared/notifications.ts'
import type { NotificationSettingsResource } from './schema.ts'

/** Returns how the signed-in member is notified. */
export async function getNotificationSettings(scope: Scope): Promise<NotificationSettingsResource> {
  const row = await scope.directory
    .selectFrom('notification_settings')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .where('membership_id', '=', scope.actor.id)
    .executeTakeFirst()
  return toSettings(row)
}

/** Converts a row of `notification_settings` to the API's settings; without a row, the default ones. */
export function toSettings(
  row: Selectable<NotificationSettings> | undefined,
): NotificationSettingsResource {
  const { quiet_from: from, quiet_to: to } = row ?? { quiet_from: null, quiet_to: null }
  return {
    rules: row?.rules ?? [...DEFAULT_NOTIFICATION_RULES],
    by_mail: row?.by_mail ?? true,
    sound: row?.sound ?? true,
    quiet_hours: from === null || to === null ? null : { from: toTime(from), to: toTime(to) },
    time_zone: row?.time_zone ?? 'UTC',
  }
}

function toTime(minutes: number): string {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

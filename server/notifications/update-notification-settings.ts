import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { invalidField } from '#lib/errors.ts'
import { isTimeZone } from '#lib/is-time-zone.ts'
import { toSettings } from './get-notification-settings.ts'
import type { NotificationSettingsResource, UpdateNotificationSettingsBody } from './schema.ts'

/** Changes how the signed-in member is notified. @throws {AppError} validation_failed */
export async function updateNotificationSettings(
  scope: Scope,
  input: Static<typeof UpdateNotificationSettingsBody>,
): Promise<NotificationSettingsResource> {
  const { quiet_hours: quiet, ...others } = input
  if (input.time_zone !== undefined && !isTimeZone(input.time_zone))
    throw invalidField('time_zone', 'must be a time zone, such as Asia/Kolkata')
  if (quiet && quiet.from === quiet.to)
    throw invalidField('quiet_hours', 'must end at another time than they start')
  const set = {
    ...others,
    ...(quiet !== undefined && {
      quiet_from: quiet ? toMinutes(quiet.from) : null,
      quiet_to: quiet ? toMinutes(quiet.to) : null,
    }),
  }
  const key = { workspace_id: scope.workspaceId, membership_id: scope.actor.id! }
  const row = await scope.directory
    .insertInto('notification_settings')
    .values({ ...key, ...set })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'membership_id']).doUpdateSet({ ...key, ...set }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return toSettings(row)
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

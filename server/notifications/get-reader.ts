import type { Scope } from '#db/context.ts'
import { firstId } from '#lib/ids.ts'
import { DEFAULT_NOTIFICATION_RULES } from '#shared/notifications.ts'
import type { NotificationRule } from '#shared/notifications.ts'

/** The time for which members see notifications, in ms. */
const NOTIFICATION_MS = 30 * 24 * 3_600_000

/** The member who reads notifications, their rules, and the first id that they can see: nothing from before they joined. */
export type Reader = { id: string; rules: readonly NotificationRule[]; from: string }

/** Returns a member as a reader of notifications, by default the signed-in one. */
export async function getReader(
  { directory, workspaceId, actor, clock }: Scope,
  id = actor.id,
): Promise<Reader> {
  const row = await directory
    .selectFrom('memberships')
    .leftJoin('notification_settings as settings', (join) =>
      join
        .onRef('settings.membership_id', '=', 'memberships.id')
        .on('settings.workspace_id', '=', workspaceId),
    )
    .select(['memberships.id', 'memberships.created_at', 'settings.rules'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.id', '=', id)
    .executeTakeFirstOrThrow()
  const since = Math.max(row.created_at.getTime(), clock.now().getTime() - NOTIFICATION_MS)
  return {
    id: row.id,
    rules: row.rules ?? DEFAULT_NOTIFICATION_RULES,
    from: firstId(new Date(since)),
  }
}

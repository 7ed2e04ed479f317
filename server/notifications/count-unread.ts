import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { firstOf } from '#lib/first-of.ts'
import { UNREAD_COUNTED_MAX } from '#shared/notifications.ts'
import { readDetails } from './read-details.ts'
import { toNotification } from './schema.ts'
import type { NotificationResource } from './schema.ts'

/** Returns how many conversations and tickets have unread notifications for the signed-in member, and the newest of those. */
export async function countUnread(
  scope: Scope,
): Promise<{ unread_count: number; newest: NotificationResource | null }> {
  const { workspaceId, actor } = scope
  const { rows } = await sql<{ count: number; newest: string | null }>`
    select
      (select count(*)::integer from (
        select distinct coalesce(chat_id, ticket_id, id) from notifications
        where workspace_id = ${workspaceId} and membership_id = ${actor.id} and read_at is null
        limit ${UNREAD_COUNTED_MAX}
      ) as unread) as count,
      (
        select id from notifications
        where workspace_id = ${workspaceId} and membership_id = ${actor.id} and read_at is null
        order by id desc limit 1
      ) as newest`.execute(scope.db)
  const { count, newest } = firstOf(rows)
  const [details] = newest === null ? [] : await readDetails(scope, [newest])
  return { unread_count: count, newest: details ? toNotification(details) : null }
}

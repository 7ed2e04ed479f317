import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { listPage, NEWEST_BY_ID } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { readDetails } from './read-details.ts'
import { toNotification } from './schema.ts'
import type { NotificationResource } from './schema.ts'

/** Returns one page of the signed-in member's notifications, newest first. @throws {AppError} invalid_cursor */
export async function listNotifications(
  scope: Scope,
  input: PageInput & { unread?: boolean },
): Promise<Page<NotificationResource>> {
  let query = selectFrom(scope, 'notifications')
    .select(['id', 'created_at'])
    .where('membership_id', '=', scope.actor.id)
  if (input.unread !== undefined)
    query = query.where('read_at', input.unread ? 'is' : 'is not', null)
  const page = await listPage(query, NEWEST_BY_ID, input, (row) => row.id)
  const details = await readDetails(scope, page.data)
  return { data: details.map(toNotification), next_cursor: page.next_cursor }
}

import type { Scope } from '#db/context.ts'
import { UNREAD_COUNTED_MAX } from '#shared/notifications.ts'
import { findEntries } from './find-entries.ts'
import { getReader } from './get-reader.ts'
import { readEntries } from './read-entries.ts'
import { toNotification } from './schema.ts'
import type { UnreadNotifications } from './schema.ts'

/**
 * Returns how many conversations and tickets have unread notifications for the signed-in member, their ids, and the newest
 * notification.
 */
export async function countUnread(scope: Scope): Promise<UnreadNotifications> {
  const reader = await getReader(scope)
  const entries = await findEntries(scope, reader, { shown: 'unread', limit: UNREAD_COUNTED_MAX })
  const [newest] = await readEntries(scope, reader, entries.slice(0, 1))
  return {
    unread_count: entries.length,
    subject_ids: entries.map((entry) => entry.subject_id),
    newest: newest ? toNotification(newest) : null,
  }
}

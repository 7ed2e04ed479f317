import type { Scope } from '#db/context.ts'
import { NEWEST_IDS, readCursor, rowsToRead, toPage } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { findEntries } from './find-entries.ts'
import { getReader } from './get-reader.ts'
import { readEntries } from './read-entries.ts'
import { toNotification } from './schema.ts'
import type { NotificationResource } from './schema.ts'

/** Returns one page of the signed-in member's notifications, newest first. @throws {AppError} invalid_cursor */
export async function listNotifications(
  scope: Scope,
  input: PageInput & { unread?: boolean },
): Promise<Page<NotificationResource>> {
  const cursor = readCursor(NEWEST_IDS, input)?.[0]
  const reader = await getReader(scope)
  const found = await findEntries(scope, reader, {
    shown: input.unread === undefined ? 'all' : input.unread ? 'unread' : 'read',
    before: cursor === undefined ? undefined : String(cursor),
    limit: rowsToRead(input),
  })
  const { data, next_cursor: next } = toPage(found, NEWEST_IDS, input, (row) => row)
  const details = await readEntries(scope, reader, data)
  return { data: details.map(toNotification), next_cursor: next }
}

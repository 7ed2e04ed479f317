import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { scanCreated } from '#db/scan-newest.ts'
import type { Messages } from '#db/tables/messages.ts'
import type { Page } from '#lib/page.ts'
import { filterMessages } from './filter-messages.ts'
import type { MessageFilters } from './filter-messages.ts'
import { toMessage } from './schema.ts'
import type { Message } from './schema.ts'

/**
 * Lists the messages of the workspace, newest first, by `created_at`. Those of a conversation, a contact or with an id of the
 * platform are found by indexes; other filters read at most 50,000 messages for a page, which may then be short.
 *
 * @throws {AppError} invalid_cursor, validation_failed
 */
export async function findMessages(scope: Scope, input: MessageFilters): Promise<Page<Message>> {
  const query = await filterMessages(scope, input)
  if (query.sources.length === 0) return { data: [], next_cursor: null }
  return scanCreated<Selectable<Messages>, Message>(scope.db, query, input, (row) =>
    toMessage(scope, row),
  )
}

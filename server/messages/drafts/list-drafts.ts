import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import { selectFrom } from '#db/select-from.ts'
import { readTimes } from '#lib/lists/list-filters.ts'
import type { Page, PageInput } from '#lib/page.ts'
import type { DraftStatus } from '#shared/drafts.ts'
import { toDraft } from './schema.ts'
import type { Draft } from './schema.ts'

/** Lists the drafts of a conversation or of the workspace, newest first; by default the open ones. @throws {AppError} invalid_cursor */
export async function listDrafts(
  scope: Scope,
  input: PageInput & { conversation_id?: string; status?: DraftStatus },
): Promise<Page<Draft>> {
  const { conversation_id: chatId, status = 'open' } = input
  const { createdAfter, createdBefore } = readTimes(input)
  let query = selectFrom(scope, 'reply_drafts').selectAll().where('status', '=', status)
  if (chatId !== undefined) query = query.where('chat_id', '=', chatId)
  if (createdAfter) query = query.where('created_at', '>=', createdAfter)
  if (createdBefore) query = query.where('created_at', '<', createdBefore)
  return listPage(query, NEWEST, input, toDraft)
}

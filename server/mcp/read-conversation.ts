import type { Scope } from '#db/context.ts'
import { readThread } from '#inbox/threads/read-thread.ts'
import type { ThreadItem } from '#inbox/threads/schema.ts'
import { listDrafts } from '#messages/drafts/list-drafts.ts'
import { shorten } from './tool.ts'

/**
 * Reads a part of a conversation for a model: messages and notes, the oldest first, and the newest open drafts.
 *
 * @throws {AppError} conversation_not_found, invalid_cursor
 */
export async function readConversation(
  scope: Scope,
  conversationId: string,
  page: { limit: number; before?: string },
): Promise<object> {
  const [{ data, before_cursor }, drafts] = await Promise.all([
    readThread(scope, conversationId, page),
    listDrafts(scope, { conversation_id: conversationId, limit: 5 }),
  ])
  return {
    items: data.flatMap(toItem),
    before_cursor,
    open_drafts: drafts.data.map(({ id, text, created_at }) => ({
      draft_id: id,
      text: shorten(text),
      created_at,
    })),
  }
}

function toItem(item: ThreadItem): object[] {
  if (item.kind === 'change') return []
  const { kind, id, text, author, created_at } = item
  const common = { kind, id, author: author.type, text: shorten(text), created_at }
  if (item.kind === 'note') return [common]
  return [{ ...common, direction: item.direction, type: item.type, status: item.status }]
}

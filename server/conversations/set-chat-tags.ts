import type { Scope } from '#context.ts'
import { itemAt } from '#lib/item-at.ts'
import type { NewChatChange } from './record-chat-changes.ts'
import { replaceTags } from './replace-tags.ts'

/**
 * Replaces the tags of locked conversations, each by those with its `tagIds`, and returns the changes to record for each.
 *
 * @throws {AppError} tag_not_found
 */
export async function setChatTags(
  tx: Scope,
  chats: { id: string; tagIds: string[] }[],
): Promise<NewChatChange[][]> {
  const changes = await replaceTags(tx, 'chat_tags', chats)
  return chats.map(({ id }, index) =>
    itemAt(changes, index).map((each) => ({ chatId: id, ...each })),
  )
}

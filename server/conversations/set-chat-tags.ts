import type { Scope } from '#context.ts'
import type { NewChatChange } from './record-chat-changes.ts'
import { replaceTags } from './replace-tags.ts'

/**
 * Replaces the tags of a locked conversation by those with `ids`, and returns the changes to record.
 *
 * @throws {AppError} tag_not_found
 */
export async function setChatTags(
  tx: Scope,
  chatId: string,
  ids: string[],
): Promise<NewChatChange[]> {
  const changes = await replaceTags(tx, 'chat_tags', chatId, ids)
  return changes.map((change) => ({ chatId, ...change }))
}

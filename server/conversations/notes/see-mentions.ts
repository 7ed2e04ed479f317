import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { getChat } from '../get-chat.ts'
import type { SeenMentions } from './schema.ts'

/**
 * Marks the mentions of the signed-in member in a conversation's notes as seen. Records no event, because nobody else
 * is concerned. An API key has none.
 *
 * @throws {AppError} conversation_not_found
 */
export async function seeMentions(
  scope: Scope,
  chatId: string,
): Promise<Static<typeof SeenMentions>> {
  const { id } = await getChat(scope, chatId)
  if (scope.actor.type !== 'member') return { conversation_id: id, seen_count: 0 }
  const seen = await updateTable(scope, 'mentions')
    .set({ seen_at: scope.clock.now() })
    .where('membership_id', '=', scope.actor.id)
    .where('chat_id', '=', id)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  return { conversation_id: id, seen_count: Number(seen.numUpdatedRows) }
}

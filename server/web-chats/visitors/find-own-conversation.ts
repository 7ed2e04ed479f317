import { selectFrom } from '#db/select-from.ts'
import type { VisitorSession } from './find-session.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

/** Returns the id of the visitor's conversation in this web chat; undefined if the visitor has none yet. */
export async function findOwnConversation(
  { scope, channelId }: VisitedChat,
  { address }: Pick<VisitorSession, 'address'>,
): Promise<string | undefined> {
  const found = await selectFrom(scope, 'chats')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('recipient', '=', address)
    .executeTakeFirst()
  return found?.id
}

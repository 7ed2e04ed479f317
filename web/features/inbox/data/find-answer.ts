import { queryClient } from '../../../lib/query-client.ts'
import { latestChat, threadKey } from './inbox-cache.ts'
import type { Thread } from './thread.ts'
import type { Chat, MessageItem } from './types.ts'

/** Returns the newest reply of another member than `me` after `seenUntil`, if one is loaded. The server decides by the same rule. */
export function findAnswer(
  thread: Thread | undefined,
  seenUntil: string | null | undefined,
  me: string,
): MessageItem | undefined {
  if (!seenUntil) return undefined
  const found = thread?.items.findLast(
    (item) =>
      item.kind === 'message' &&
      item.direction === 'outbound' &&
      item.author.type === 'member' &&
      item.author.id !== me &&
      item.created_at > seenUntil,
  )
  return found?.kind === 'message' ? found : undefined
}

/**
 * Returns the time up to which the replies in a conversation have been seen by who reads it now: that of the newest sent message, whose
 * time is the server's, or else of the newest one.
 */
export function seenUntilNow(chat: Chat): string {
  const thread = queryClient.getQueryData<Thread>(threadKey(chat.id))
  const messages =
    thread?.after === null ? thread.items.filter((item) => item.kind === 'message') : []
  const sent = messages.findLast((item) => item.direction === 'outbound')
  const newest = sent ?? messages.at(-1) ?? latestChat(chat).last_message
  return newest?.created_at ?? chat.created_at
}

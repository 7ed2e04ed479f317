import { queryClient } from '../../../lib/query-client.ts'
import { eventLog, followChat, followThread, listKey, threadKey, INBOX } from './inbox-cache.ts'
import { applyChanges, withMessage } from './chat-list.ts'
import type { ChatList } from './chat-list.ts'
import type { ChatFilters } from './filters.ts'
import { belongsTo } from './filters.ts'
import type { Outgoing } from './outbox.ts'
import { applyToThread, toItem } from './thread.ts'
import type { Thread } from './thread.ts'
import type { Chat, Message, Note, ThreadItem } from './types.ts'

/**
 * Asks for what `entry` sends and puts the answer where it is shown: into its thread, its chat and the lists. Events
 * that came meanwhile and say more of it stand above the answer.
 */
export async function takeAnswer(
  entry: Outgoing,
  ask: () => Promise<Message | Note>,
): Promise<Message | Note> {
  const from = eventLog.position()
  const answer = await ask()
  const events = eventLog.since(from) ?? []
  const item: ThreadItem =
    entry.kind === 'note'
      ? { kind: 'note', ...(answer as Note) }
      : toItem(withoutTarget(answer as Message))
  const { chatId } = entry
  queryClient.setQueryData<Thread>(
    threadKey(chatId),
    (thread) =>
      thread && followThread(applyToThread(thread, [{ item, isNew: true }]), chatId, events),
  )
  if (item.kind !== 'message' || item.type === 'reaction') return answer
  queryClient.setQueryData<Chat>(
    [...INBOX, 'chat', chatId],
    (chat) => chat && followChat(withMessage(chat, item, { isNews: false }), events),
  )
  for (const [key, list] of queryClient.getQueriesData<ChatList>({
    queryKey: [...INBOX, 'list'],
  })) {
    if (!list) continue
    const [, , filters, membershipId] = key as unknown as [string, string, ChatFilters, string]
    const change = { kind: 'message' as const, message: item, isNews: false }
    queryClient.setQueryData<ChatList>(
      listKey(filters, membershipId),
      applyChanges(list, [change], belongsTo(filters, membershipId)).list,
    )
  }
  return answer
}

function withoutTarget(answer: Message & { target?: unknown }): Message {
  const { target: _, ...message } = answer
  return message
}

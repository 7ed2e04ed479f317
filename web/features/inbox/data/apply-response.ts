import { queryClient } from '../../../lib/query-client.ts'
import { applyChanges, withMessage } from './chat-list.ts'
import { belongsTo } from './filters.ts'
import { applyEventsToChat, applyEventsToThread } from './apply-events.ts'
import { changeChat, changeLists, eventLog, logResponse, threadKey } from './inbox-cache.ts'
import type { Outgoing } from './outbox.ts'
import { applyToThread, toItem } from './thread.ts'
import type { Thread } from './thread.ts'
import type { Message, Note, ThreadItem } from './types.ts'

/**
 * Runs the request of `entry` and applies its response to the thread, the conversation and the lists. Newer events
 * that arrived in the meantime take precedence.
 */
export async function applyResponse(
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
  const type = item.kind === 'note' ? 'note.created' : 'message.sent'
  const isNews = logResponse({ type, data: item, id: null }, from)
  queryClient.setQueryData<Thread>(
    threadKey(chatId),
    (thread) =>
      thread && applyEventsToThread(applyToThread(thread, [{ item, isNew: true }]), chatId, events),
  )
  if (item.kind !== 'message') return answer
  const change = { kind: 'message' as const, message: item, isUnread: false }
  changeChat(chatId, (chat) =>
    applyEventsToChat(withMessage(chat, item, { isUnread: false }), events),
  )
  if (!isNews) return answer
  changeLists(
    (list, { filters, membershipId }) =>
      applyChanges(list, [change], belongsTo(filters, membershipId)).list,
  )
  return answer
}

function withoutTarget(answer: Message & { target?: unknown }): Message {
  const { target: _, ...message } = answer
  return message
}

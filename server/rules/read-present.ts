import { readChats } from '#conversations/read-chats.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import type { WaitingMoment } from '#shared/rule-parts.ts'
import type { Moment } from './engine/moment.ts'
import { readFacts } from './read-facts.ts'
import type { Needs } from './read-facts.ts'
import { toSnapshot } from './read-moments.ts'

/** A wait that is due. */
type Due = { chat_id: string; due_at: Date; state: string | null; moment: WaitingMoment }

/**
 * Returns a moment for each wait that is due: what happened then, and the conversation as it is now. Undefined: the conversation is deleted.
 */
export async function readPresent(
  scope: Scope,
  due: readonly Due[],
  needs: Needs,
): Promise<(Moment | undefined)[]> {
  const chatIds = [...new Set(due.map((each) => each.chat_id))]
  const ticketIds = due.flatMap(({ moment }) => moment.ticket?.id ?? [])
  const messageIds = due.flatMap(({ moment }) => moment.message_id ?? [])
  const [facts, chats, messages, tickets] = await Promise.all([
    readFacts(scope, [], chatIds, needs),
    readChats(scope, chatIds),
    messageIds.length === 0
      ? []
      : selectFrom(scope, 'messages')
          .select(['id', 'text', 'type', 'direction'])
          .where('id', 'in', messageIds)
          .execute(),
    ticketIds.length === 0
      ? []
      : selectFrom(scope, 'tickets')
          .select(['id', 'type_id', 'fields'])
          .where('id', 'in', ticketIds)
          .execute(),
  ])
  const chatById = new Map(chats.flatMap((chat) => (chat ? [[chat.id, chat] as const] : [])))
  const ticketById = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const messageById = new Map(messages.map((message) => [message.id, message]))
  return due.map(({ chat_id: chatId, due_at: dueAt, state, moment: before }) => {
    const chat = chatById.get(chatId)
    const known = facts.chats.get(chatId)
    if (!chat || !known) return undefined
    const message = messageById.get(before.message_id ?? '')
    const { message_id: _, ticket, ...rest } = before
    return {
      ...rest,
      // The time passed by itself, so the rule answers nobody.
      ...(state !== null && { chain: [], by: 'person' }),
      at: dueAt.getTime(),
      chat: toSnapshot(chat, known),
      contact: known.contact,
      message: message ? { ...message, nth: null } : null,
      ticket: ticket && {
        ...ticket,
        ...(ticketById.get(ticket.id ?? '') ?? { type_id: null, fields: {} }),
      },
    }
  })
}

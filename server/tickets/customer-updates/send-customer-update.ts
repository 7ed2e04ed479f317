import type { Selectable } from 'kysely'
import { findMemberNames } from '#account/users/find-member-names.ts'
import { composeReply } from '#messages/canned-replies/compose-reply.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { Tickets } from '#db/tables/tickets.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { claimVoice } from '#messages/queueing/claim-voice.ts'
import { insertSends } from '#messages/queueing/insert-sends.ts'
import { prepareOneSend } from '#messages/queueing/prepare-sends.ts'
import type { PreparedSend } from '#messages/queueing/prepare-send.ts'
import type { SendContent } from '#messages/queueing/read-send-content.ts'
import type { SentMessage } from '#messages/schema.ts'
import { saveTicketChanges } from '#tickets/save-ticket-changes.ts'
import type { CustomerUpdateBody } from './schema.ts'
import { statusWord } from './status-word.ts'

/** Returns the name of the signed-in member, before the transaction that sends; null for a key. */
export async function readSenderName(scope: Scope): Promise<string | null> {
  const { type, id } = scope.actor
  if (type !== 'member' || id === null) return null
  return (await findMemberNames(scope, [id])).get(id) ?? null
}

/**
 * Sends the customer a message about a ticket in its conversation, as a message of the scope's actor, and records it in the history
 * with `ticket.updated`, in one transaction. The ticket is locked, so that of two concurrent requests one is refused: the customer gets
 * one update about each change of the status, unless the caller asks for another.
 *
 * @throws {AppError} ticket_not_found, ticket_without_conversation, customer_already_notified, canned_reply_not_found,
 *   validation_failed, and the codes of `prepareSends` and `claimVoice`
 */
export async function sendCustomerUpdate(
  scope: Scope,
  ticketId: string,
  input: CustomerUpdateBody,
  senderName: string | null,
): Promise<SentMessage> {
  return transaction(scope, async (tx) => {
    const ticket = await getById(tx, 'tickets', ticketId, 'change')
    if (ticket.chat_id === null)
      throw new AppError(
        'ticket_without_conversation',
        'The ticket has no conversation in which an update could be sent.',
      )
    if (!input.again && (await hasUpdate(tx, ticket.id)))
      throw new AppError(
        'customer_already_notified',
        'The customer already got an update since the status was changed. Send again: true for another one.',
      )
    const chatId = ticket.chat_id
    const contents = await compose(tx, { ...ticket, chat_id: chatId }, input, senderName)
    const prepared: PreparedSend[] = []
    for (const content of contents) {
      const send = { actor: tx.actor, conversationId: chatId, ...content }
      prepared.push(await prepareOneSend(tx, await claimVoice(tx, send, chatId)))
    }
    await insertSends(tx, prepared)
    const first = firstOf(prepared)
    const data = { message_id: first.message.id, status: ticket.status }
    await saveTicketChanges(tx, ticket.id, [
      { ticketId: ticket.id, kind: 'customer_notified', data },
    ])
    return JSON.parse(first.answer)
  })
}

/** Returns whether the customer got an update since the last change of the status. */
async function hasUpdate(tx: Scope, ticketId: string): Promise<boolean> {
  const last = await selectFrom(tx, 'ticket_changes')
    .select('kind')
    .where('ticket_id', '=', ticketId)
    .where('kind', 'in', ['status', 'customer_notified'])
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.kind === 'customer_notified'
}

/** Returns the messages of an update. @throws {AppError} canned_reply_not_found, validation_failed */
async function compose(
  tx: Scope,
  ticket: Selectable<Tickets> & { chat_id: string },
  input: CustomerUpdateBody,
  senderName: string | null,
): Promise<SendContent[]> {
  if ((input.text === undefined) === (input.canned_reply_id === undefined))
    throw invalidField('text', 'or canned_reply_id is required, and not both')
  const { number, title, status, person_id: personId, chat_id: id } = ticket
  const { language } = await getById(tx, 'people', personId)
  const [text, ...files] = await composeReply(tx, { id, personId }, input, {
    myName: senderName,
    others: { number: String(number), title, status: statusWord(status, language) },
  })
  return [{ ...text, text: readTrimmed('text', text?.text ?? '') }, ...files]
}

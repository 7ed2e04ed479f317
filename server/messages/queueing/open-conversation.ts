import { findRefusedChannels, liveKeyRequired } from '#channels/is-test-key.ts'
import { matchPerson } from '#contacts/match-person.ts'
import { lockPersonId } from '#contacts/find-person-id.ts'
import { toPerson } from '#contacts/schema.ts'
import type { Scope } from '#db/context.ts'
import { chatEvents } from '#conversations/chat-events.ts'
import { openChat } from '#conversations/open-chat.ts'
import { recordChatChanges } from '#conversations/record-chat-changes.ts'
import { getById } from '#db/get-by-id.ts'
import { updateById } from '#db/update-by-id.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import { findPlatform } from '#platforms/registry/platforms.ts'
import type { NewEvent } from '#events/new-event.ts'
import { checkOpening } from './check-opening.ts'
import { chooseChannel } from './choose-channel.ts'
import { findContactChats } from './find-contact-chats.ts'
import { findContactPhone } from './find-contact-phone.ts'
import type { Send } from './read-send-input.ts'
import { matchedBy, toTarget } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/** The conversation of a send, and the events of what was created for it. */
type Opened = { target: ResolvedTarget; events: NewEvent[] }

/**
 * Opens the conversation of `send` on its channel: matches or creates its contact, and creates the conversation, which is
 * assigned to the member who sends. Returns the one that a concurrent request or a message of the customer has created.
 *
 * Locks the contact first, as received messages do, so that both find each other's conversation. Runs in the caller's
 * transaction, which records `events`.
 *
 * @throws {AppError} conversation_not_found (the caller does not see it), channel_not_found, live_key_required, person_not_found, channel_not_connected, contact_not_reachable,
 * template_required, validation_failed
 */
export async function openConversation(caller: Scope, send: Send): Promise<Opened> {
  // Finds the contact and the conversation of the number also where the caller sees neither, so that neither is created again.
  const tx = unrestricted(caller)
  const channel = await chooseChannel(tx, send.open!.channelId)
  const refused = await findRefusedChannels(tx, [
    { workspaceId: tx.workspaceId, actor: send.actor, channelId: channel.id },
  ])
  if (refused.size > 0) throw liveKeyRequired()
  const personId = send.personId && (await lockPersonId(caller, send.personId, 'change'))
  const phoneE164 = personId ? await findContactPhone(tx, personId) : send.phoneE164
  checkOpening(channel, { ...send, phoneE164 })
  const addresses = phoneMatchKeys(phoneE164!).map(findPlatform(channel.type).addressPhone!)
  const { person, isFilled } = await matchPerson(tx, {
    phoneE164: phoneE164!,
    // Each spelling, because a message of the customer may come at the same moment under the other one.
    identities: addresses.map(({ identity }) => identity),
    source: 'api',
  })
  const filled: NewEvent[] = isFilled ? [{ type: 'contact.updated', data: toPerson(person) }] : []
  const meanwhile = (await findContactChats(tx, send, [channel])).get(channel.id)
  if (meanwhile) {
    await getById(caller, 'chats', meanwhile.chat_id, 'change')
    return { target: toTarget(meanwhile, matchedBy(send)), events: filled }
  }
  const { chat, created } = await openChat(tx, {
    channelId: channel.id,
    personId: person.id,
    recipient: addresses[0]!.recipient,
  })
  if (created) await assignToSender(tx, chat.id, send)
  return {
    target: toTarget(
      {
        ...chat,
        chat_id: chat.id,
        is_blocked: person.blocked_at !== null,
        is_opted_out: person.opted_out_at !== null,
      },
      created ? 'opened' : matchedBy(send),
    ),
    events: [
      ...filled,
      ...(await chatEvents(tx, 'conversation.created', created ? [chat.id] : [])),
    ],
  }
}

/** Assigns a new conversation to the member who begins it, so that the answer reaches them. */
async function assignToSender(tx: Scope, chatId: string, { actor }: Send): Promise<void> {
  if (actor.type !== 'member') return
  await updateById(tx, 'chats', chatId, { assignee_id: actor.id })
  const data = { assignee_id: actor.id, previous_assignee_id: null }
  await recordChatChanges({ ...tx, actor }, [{ chatId, kind: 'assigned', data }])
}

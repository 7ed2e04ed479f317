import type { Scope } from '#context.ts'
import { findRefusedChannels, liveKeyRequired } from '#channels/check-test-key.ts'
import { claimKey, saveAnswers } from '#db/idempotency-keys.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { checkAndPrepare } from './check-and-prepare.ts'
import { chooseChannel } from './choose-channel.ts'
import { findContactChats } from './find-contact-chats.ts'
import { insertSends } from './insert-sends.ts'
import { matchedBy, openConversation } from './open-conversation.ts'
import { readReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import { findTargetByPhone, toTarget } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Sends to a contact who has no conversation yet, and creates the conversation, and the contact of a new phone number,
 * with it. All of it and the idempotency key are one transaction, which claims the key before any other lock, as all
 * sends do.
 *
 * Codes: live_key_required, contact_blocked, contact_opted_out, channel_not_found, idempotency_key_reused, idempotency_key_in_flight, window_closed,
 * validation_failed, and those of `openConversation` and `readReferences`.
 */
export async function openAndSend(scope: Scope, request: Send): Promise<StoredAnswer> {
  const { idempotency } = request
  return transaction(scope, async (tx) => {
    const stored = idempotency && (await claimKey(tx, idempotency))
    if (stored) return stored
    // The key is claimed, so the send itself has none.
    const send = { ...request, idempotency: undefined }
    const known = await findOpenTarget(tx, send)
    const channel = known ? undefined : await chooseChannel(tx, send.open!.channelId)
    const { actor } = send
    const channelId = known ? known.channelId : channel!.id
    const refused = await findRefusedChannels(tx, [{ actor, channelId }])
    if (refused.size > 0) throw liveKeyRequired()
    const { target, events } = known
      ? { target: known, events: [] }
      : await openConversation(tx, channel!, send)
    const references = await readReferences(tx, [send], [target])
    const prepared = checkAndPrepare(tx, send, target, references, refused)
    await recordEvents(tx, events)
    await insertSends(tx, [prepared])
    if (idempotency) await saveAnswers(tx, [{ idempotency, status: 201, body: prepared.answer }])
    return { status: 201, body: prepared.answer, replayed: false }
  })
}

/**
 * Finds the conversation of a send that may open one: on the named channel, else the phone's on any channel. Returns
 * undefined when there is none.
 *
 * @throws {AppError} channel_not_found
 */
export async function findOpenTarget(
  scope: Scope,
  send: Send,
): Promise<ResolvedTarget | undefined> {
  const channelId = send.open!.channelId
  if (channelId === undefined) return findTargetByPhone(scope, send.phoneE164!)
  const channel = await chooseChannel(scope, channelId)
  const chat = (await findContactChats(scope, send, [channel])).get(channelId)
  return chat && toTarget(chat, matchedBy(send))
}

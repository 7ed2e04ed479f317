import type { Scope } from '#context.ts'
import { claimKey, saveAnswer } from '#db/idempotency-keys.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { checkBlocked } from './check-blocked.ts'
import { insertSends } from './insert-sends.ts'
import { openConversation } from './open-conversation.ts'
import { prepareSend } from './prepare-send.ts'
import { readReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import { findTargetByPhone } from './resolve-targets.ts'

/**
 * Sends a template to a phone. When the phone has no conversation, creates the conversation and its contact with it.
 * All of it and the idempotency key are one transaction, which claims the key before any other lock, as all sends do.
 *
 * Codes: contact_blocked, channel_not_found, channel_not_connected, validation_failed, template_not_usable, idempotency_key_reused,
 * idempotency_key_in_flight.
 */
export async function openAndSend(scope: Scope, request: Send): Promise<StoredAnswer> {
  const { idempotency } = request
  return transaction(scope, async (tx) => {
    const stored = idempotency && (await claimKey(tx, idempotency))
    if (stored) return stored
    // The key is claimed, so the send itself has none.
    const send = { ...request, idempotency: undefined }
    const known = await findTargetByPhone(tx, send.phoneE164!)
    const { target, events } = known
      ? { target: known, events: [] }
      : await openConversation(tx, send)
    checkBlocked(target)
    const references = await readReferences(tx, [send], [target])
    const prepared = prepareSend(tx, send, target, references(send, target))
    await recordEvents(tx, events)
    await insertSends(tx, [prepared])
    if (idempotency) await saveAnswer(tx, idempotency, 201, prepared.answer)
    return { status: 201, body: prepared.answer, replayed: false }
  })
}

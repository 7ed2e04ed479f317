import type { Scope } from '#context.ts'
import { claimKey, saveAnswers } from '#db/idempotency-keys.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { NewEvent } from '#events/new-event.ts'
import type { AppError } from '#lib/errors.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { insertSends } from './insert-sends.ts'
import { openConversation } from './open-conversation.ts'
import { prepareOneSend } from './prepare-sends.ts'
import type { Send } from './read-send-input.ts'
import { resolveTargets, UnopenedConversation } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Sends to a contact who has no conversation yet, and creates the conversation, and the contact of a new phone number,
 * with it. All of it and the idempotency key are one transaction, which claims the key before any other lock, as all
 * sends do.
 *
 * Codes: idempotency_key_reused, idempotency_key_in_flight, and those of `openConversation` and `prepareSends`.
 */
export async function openAndSend(scope: Scope, request: Send): Promise<StoredAnswer> {
  const { idempotency } = request
  return transaction(scope, async (tx) => {
    const stored = idempotency && (await claimKey(tx, idempotency))
    if (stored) return stored
    // The key is claimed, so the send itself has none.
    const send = { ...request, idempotency: undefined }
    const { target, events } = await findOrOpen(tx, send)
    const prepared = await prepareOneSend(tx, send, target)
    await recordEvents(tx, events)
    await insertSends(tx, [prepared])
    if (idempotency) await saveAnswers(tx, [{ idempotency, status: 201, body: prepared.answer }])
    return { status: 201, body: prepared.answer, replayed: false }
  })
}

/** Looks again in the transaction, because the conversation may have been opened while the key was claimed. */
async function findOrOpen(
  tx: Scope,
  send: Send,
): Promise<{ target: ResolvedTarget | AppError; events: NewEvent[] }> {
  const [found] = await resolveTargets(tx, [send])
  if (found instanceof UnopenedConversation) return openConversation(tx, send)
  return { target: found!, events: [] }
}

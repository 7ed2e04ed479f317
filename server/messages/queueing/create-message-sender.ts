import type { Context, Scope } from '#db/context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { findAnswers, claimKey, saveAnswers } from '#db/claim-key.ts'
import { toOutcomes } from '#db/run-once.ts'
import { transaction } from '#db/transaction.ts'
import type { NewEvent } from '#events/new-event.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import type { AppError } from '#lib/errors.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { withoutRepeats } from '#lib/idempotency.ts'
import { insertSends } from './insert-sends.ts'
import { openConversation } from './open-conversation.ts'
import type { PreparedSend } from './prepare-send.ts'
import { prepareSends, prepareOneSend } from './prepare-sends.ts'
import type { Send } from './read-send-input.ts'
import { UnopenedConversation, resolveTargets } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/** A send, and the workspace that sends it. */
type NewSend = { workspaceId: string; send: Send }

/**
 * Creates a function that sends messages: it prepares and inserts concurrent sends of one workspace together, and
 * prepares the next ones while the last are inserted. The worker calls the platform after the answer.
 *
 * A send that finds no conversation, and may open it, does so in a transaction of the same steps.
 *
 * The answer is the API's own, byte for byte. Codes: idempotency_key_reused, idempotency_key_in_flight, and those of
 * `prepareSends` and `openAndSend`.
 */
export function createMessageSender(
  context: Context,
): (workspaceId: string, send: Send) => Promise<StoredAnswer> {
  const prepare = coalesce<NewSend, PreparedSend | StoredAnswer>({
    name: 'prepare_sends',
    maxBatch: 256,
    concurrency: 2,
    keyOf: (input) => input.workspaceId,
    run: async (inputs) =>
      prepareOrReplay(
        await systemScopeOn(context, inputs[0]!.workspaceId),
        inputs.map((input) => input.send),
      ),
  })
  const write = coalesce<{ workspaceId: string; prepared: PreparedSend }, StoredAnswer>({
    name: 'write_sends',
    maxBatch: 256,
    keyOf: (input) => input.workspaceId,
    run: async (inputs) =>
      writeSends(
        await systemScopeOn(context, inputs[0]!.workspaceId),
        inputs.map((input) => input.prepared),
      ),
  })
  // One request at a time opens the conversation of a contact; those that arrived during it find it.
  const open = coalesce<NewSend, StoredAnswer>({
    maxBatch: 256,
    keyOf: ({ workspaceId, send }) => `${workspaceId} ${send.personId ?? send.phoneE164}`,
    async run([first, ...others]) {
      const opened = await Promise.allSettled([openNow(first!)])
      const sent = others.map((other) => sendOrOpen(other, openNow))
      return [...opened, ...(await Promise.allSettled(sent))]
    },
  })

  async function openNow({ workspaceId, send }: NewSend): Promise<StoredAnswer> {
    return openAndSend(await systemScopeOn(context, workspaceId), send)
  }

  /** Sends to a conversation that exists together with others, or else by `openIt`. */
  async function sendOrOpen(input: NewSend, openIt: typeof openNow): Promise<StoredAnswer> {
    try {
      const prepared = await prepare(input)
      if ('body' in prepared) return prepared
      return await write({ workspaceId: input.workspaceId, prepared })
    } catch (err) {
      if (err instanceof UnopenedConversation) return openIt(input)
      throw err
    }
  }

  return (workspaceId, send) =>
    sendOrOpen({ workspaceId, send: { ...send, cause: findCause() } }, open)
}

/** Prepares sends, or returns the stored answer of each whose idempotency key has one. */
async function prepareOrReplay(
  scope: Scope,
  sends: Send[],
): Promise<Outcome<PreparedSend | StoredAnswer>[]> {
  const [findAnswer, prepared] = await Promise.all([
    findAnswers(
      scope,
      sends.flatMap((send) => send.idempotency ?? []),
    ),
    prepareSends(scope, sends),
  ])
  return sends.map((send, index) => {
    const stored = toOutcome(() => findAnswer(send.idempotency))
    const isNew = stored.status === 'fulfilled' && stored.value === undefined
    return isNew ? prepared[index]! : (stored as Outcome<StoredAnswer>)
  })
}

/**
 * Inserts sends of one workspace and answers each once that is durable. A send whose idempotency key another request
 * claimed meanwhile gets that request's answer.
 *
 * Codes: idempotency_key_reused, idempotency_key_in_flight.
 */
async function writeSends(scope: Scope, all: PreparedSend[]): Promise<Outcome<StoredAnswer>[]> {
  const keyOf = ({ send }: PreparedSend) => send.idempotency
  const inserted = await insertSends(scope, withoutRepeats(all, keyOf))
  return toOutcomes(scope, all, {
    answerOf: ({ message, answer: body }) =>
      inserted.has(message.id) ? { status: 201, body, replayed: false } : undefined,
    keyOf,
  })
}

/**
 * Sends to a contact who has no conversation yet, and creates the conversation, and the contact of a new phone number,
 * with it. All of it and the idempotency key are one transaction, which claims the key before any other lock, as all
 * sends do.
 *
 * Codes: idempotency_key_reused, idempotency_key_in_flight, and those of `openConversation` and `prepareSends`.
 */
async function openAndSend(scope: Scope, request: Send): Promise<StoredAnswer> {
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

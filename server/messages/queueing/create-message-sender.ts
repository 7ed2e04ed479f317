import type { Context, InWorkspace, Scope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { findAnswersOf, claimKey, saveAnswers } from '#db/claim-key.ts'
import { prepared } from '#db/prepared.ts'
import { toOutcomes } from '#db/run-once.ts'
import { transaction } from '#db/transaction.ts'
import { limitedTransaction } from '#db/work-together.ts'
import { unrestricted } from '#db/visibility/as-viewer.ts'
import type { Viewer } from '#db/visibility/viewer.ts'
import type { NewEvent } from '#events/new-event.ts'
import { recordEvents } from '#events/record-events.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { firstOf } from '#lib/first-of.ts'
import type { Idempotency, StoredAnswer } from '#lib/idempotency.ts'
import { withoutRepeats } from '#lib/idempotency.ts'
import { claimVoice } from './claim-voice.ts'
import { insertSends } from './insert-sends.ts'
import { openConversation } from './open-conversation.ts'
import type { PreparedSend } from './prepare-send.ts'
import { prepareSends, prepareOneSend } from './prepare-sends.ts'
import type { Send } from './read-send-input.ts'
import { UnopenedConversation, resolveTargets } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/** The scope of a caller who sees only a part of the workspace, or the workspace of another caller. */
type Caller = (Scope & { viewer: Viewer }) | { workspaceId: string; viewer?: undefined }

/**
 * Creates a function that sends messages: it prepares and inserts concurrent sends of all workspaces of a server together, and
 * prepares the next ones while the last are inserted. The worker calls the platform after the answer.
 *
 * A send that finds no conversation, and may open it, does so in a transaction of the same steps, and so does one of a caller who sees
 * only a part of the workspace, and one of a bot, or of a member where bots answer.
 *
 * The answer is the API's own, byte for byte. Codes: idempotency_key_reused, idempotency_key_in_flight, and those of
 * `prepareSends` and `openAndSend`.
 */
export function createMessageSender(
  context: Context,
): (caller: Caller, send: Send) => Promise<StoredAnswer> {
  const prepare = gatherOnServer<Scoped<InWorkspace<Send>>, PreparedSend | StoredAnswer>({
    name: 'prepare_sends',
    maxBatch: 256,
    besideMin: 1,
    together: prepareOrReplay,
    apart: prepareOrReplay,
  })
  const write = gatherOnServer<Scoped<PreparedSend>, StoredAnswer>({
    name: 'write_sends',
    maxBatch: 256,
    concurrency: 1,
    together: (calls, limitMs) =>
      limitedTransaction(firstOf(calls).scope, limitMs, (tx) => writeSends(tx, calls)),
    apart: (calls) => writeSends(firstOf(calls).scope, calls),
  })
  // One request at a time opens the conversation of a contact; those that arrived during it find it.
  const open = coalesce<InWorkspace<Send>, StoredAnswer>({
    maxBatch: 256,
    keyOf: (send) => `${send.workspaceId} ${send.personId ?? send.phoneE164}`,
    async run([first, ...others]) {
      const opened = await Promise.allSettled([openNow(first!)])
      const sent = others.map((other) => sendOrOpen(other, openNow))
      return [...opened, ...(await Promise.allSettled(sent))]
    },
  })

  async function openNow(send: InWorkspace<Send>): Promise<StoredAnswer> {
    return openAndSend(await systemScopeOn(context, send.workspaceId), send)
  }

  /** Sends to a conversation that exists together with others, or else by `openIt`. */
  async function sendOrOpen(
    send: InWorkspace<Send>,
    openIt: typeof openNow,
  ): Promise<StoredAnswer> {
    try {
      const scope = await systemScopeOn(context, send.workspaceId)
      const prepared = await prepare({ scope, input: send })
      return 'body' in prepared ? prepared : await write({ scope, input: prepared })
    } catch (err) {
      if (err instanceof UnopenedConversation) return openIt(send)
      throw err
    }
  }

  return async (caller, given) => {
    const send = { ...given, workspaceId: caller.workspaceId, cause: findCause() }
    if (caller.viewer) return openAndSend(caller, send)
    return (await concernsBot(context, send)) ? openNow(send) : sendOrOpen(send, open)
  }
}

/** Returns whether a bot sends, or a member who may answer instead of a bot: then the conversation is locked while it is decided who holds it. */
async function concernsBot(
  context: Context,
  { workspaceId, actor }: InWorkspace<Send>,
): Promise<boolean> {
  if (actor.type === 'bot') return true
  if (actor.type !== 'member') return false
  const scope = await systemScopeOn(context, workspaceId)
  const { rows } = await prepared`
    select from bots where workspace_id = ${workspaceId} limit 1`.execute(scope.db)
  return rows.length > 0
}

/** An input with the scope of its workspace. */
type Scoped<I> = { scope: Scope; input: I }

/** Prepares sends, or returns the stored answer of each whose idempotency key has one. */
async function prepareOrReplay(
  calls: Scoped<InWorkspace<Send>>[],
): Promise<Outcome<PreparedSend | StoredAnswer>[]> {
  const { scope: context } = firstOf(calls)
  const sends = calls.map(({ input }) => input)
  const keys = sends.map(keyOf)
  const [findAnswer, prepared] = await Promise.all([
    findAnswersOf(
      context,
      keys.flatMap((key) => key ?? []),
    ),
    prepareSends(context, sends),
  ])
  return prepared.map((outcome, index) => {
    const stored = toOutcome(() => findAnswer(keys[index]))
    const isNew = stored.status === 'fulfilled' && stored.value === undefined
    return isNew ? outcome : (stored as Outcome<StoredAnswer>)
  })
}

/** Returns the idempotency key of a send, in its workspace. */
function keyOf({
  workspaceId,
  idempotency,
}: InWorkspace<Pick<Send, 'idempotency'>>): InWorkspace<Idempotency> | undefined {
  return idempotency && { ...idempotency, workspaceId }
}

/**
 * Inserts sends and answers each once that is durable. A send whose idempotency key another request
 * claimed meanwhile gets that request's answer.
 *
 * Codes: idempotency_key_reused, idempotency_key_in_flight.
 */
async function writeSends(
  context: Context,
  calls: Scoped<PreparedSend>[],
): Promise<Outcome<StoredAnswer>[]> {
  const all = calls.map(({ input }) => input)
  const key = ({ workspaceId, send }: PreparedSend) => keyOf({ ...send, workspaceId })
  const inserted = await insertSends(context, withoutRepeats(all, key))
  return toOutcomes(context, all, {
    answerOf: ({ message, answer: body }) =>
      inserted.has(message.id) ? { status: 201, body, replayed: false } : undefined,
    keyOf: key,
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
    const claimed = target instanceof AppError ? send : await claimVoice(tx, send, target.chatId)
    const prepared = await prepareOneSend(tx, claimed, target)
    // The conversation is visible to the caller, so all that follows is the product's work.
    const all = unrestricted(tx)
    await recordEvents(all, events)
    await insertSends(all, [prepared])
    if (idempotency) await saveAnswers(tx, [{ idempotency, status: 201, body: prepared.answer }])
    return { status: 201, body: prepared.answer, replayed: false }
  })
}

/** Looks again in the transaction, because the conversation may have been opened while the key was claimed. */
async function findOrOpen(
  tx: Scope,
  send: Send,
): Promise<{ target: ResolvedTarget | AppError; events: NewEvent[] }> {
  const [found] = await resolveTargets(tx, [{ ...send, workspaceId: tx.workspaceId }])
  if (found instanceof UnopenedConversation) return openConversation(tx, send)
  return { target: found!, events: [] }
}

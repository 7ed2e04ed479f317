import type { Context, Scope } from '#context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { findAnswers } from '#db/idempotency-keys.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { findOpenTarget, openAndSend } from './open-and-send.ts'
import type { PreparedSend } from './prepare-send.ts'
import { prepareSends } from './prepare-sends.ts'
import type { Send } from './read-send-input.ts'
import { writeSends } from './write-sends.ts'

/**
 * Creates a function that sends messages: it prepares and inserts concurrent sends of one workspace together, and
 * prepares the next ones while the last are inserted. The worker calls the platform after the answer.
 *
 * The answer is the API's own, byte for byte. Codes: conversation_not_found, conflicting_targets,
 * idempotency_key_reused, idempotency_key_in_flight, window_closed, and those of `readReferences` and `openAndSend`.
 */
export function createMessageSender(
  context: Context,
): (workspaceId: string, send: Send) => Promise<StoredAnswer> {
  const prepare = coalesce<{ workspaceId: string; send: Send }, PreparedSend | StoredAnswer>({
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
  // One request at a time opens the conversation of a contact; those that arrived meanwhile find it.
  const open = coalesce<{ workspaceId: string; send: Send }, StoredAnswer>({
    maxBatch: 256,
    keyOf: ({ workspaceId, send }) => `${workspaceId} ${send.personId ?? send.phoneE164}`,
    async run([first, ...others]) {
      const { workspaceId, send } = first!
      const scope = await systemScopeOn(context, workspaceId)
      const opened = await Promise.allSettled([openAndSend(scope, send)])
      const sent = others.map(async (other) => {
        const found = await addressOpen(scope, other.send)
        return found ? sendToKnown(workspaceId, found) : openAndSend(scope, other.send)
      })
      return [...opened, ...(await Promise.allSettled(sent))]
    },
  })

  async function sendToKnown(workspaceId: string, send: Send): Promise<StoredAnswer> {
    const prepared = await prepare({ workspaceId, send })
    return 'body' in prepared ? prepared : write({ workspaceId, prepared })
  }

  return async (workspaceId, given) => {
    const send = { ...given, cause: findCause() }
    const found = send.open
      ? await addressOpen(await systemScopeOn(context, workspaceId), send)
      : send
    return found ? sendToKnown(workspaceId, found) : open({ workspaceId, send })
  }
}

/**
 * Returns a send that may open a conversation as one to the conversation that exists, so that it is batched like others;
 * undefined when the conversation must be opened. A repeat with the same idempotency key may find the conversation that
 * the first request opened, and then gets its stored answer.
 *
 * @throws {AppError} channel_not_found
 */
async function addressOpen(scope: Scope, send: Send): Promise<Send | undefined> {
  const target = await findOpenTarget(scope, send)
  if (!target) return undefined
  const { open: _open, personId: _personId, ...rest } = send
  return {
    ...rest,
    conversationId: target.chatId,
    phoneE164: undefined,
    matchedBy: target.matchedBy,
  }
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

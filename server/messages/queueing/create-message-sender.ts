import type { Context, Scope } from '#context.ts'
import { systemScopeOn } from '#db/in-workspace.ts'
import { findAnswers } from '#db/idempotency-keys.ts'
import { findCause } from '#lib/cause.ts'
import { coalesce, toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { openAndSend } from './open-and-send.ts'
import type { PreparedSend } from './prepare-send.ts'
import { prepareSends } from './prepare-sends.ts'
import type { Send } from './read-send-input.ts'
import { UnopenedConversation } from './resolve-targets.ts'
import { writeSends } from './write-sends.ts'

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

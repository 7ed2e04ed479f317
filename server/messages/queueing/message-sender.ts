import type { Context } from '#context.ts'
import { systemScope } from '#context.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { StoredAnswer } from '#lib/idempotency.ts'
import { openAndSend } from './open-and-send.ts'
import { prepareSends } from './prepare-sends.ts'
import type { PreparedSend, Send } from './prepare-sends.ts'
import { writeSends } from './write-sends.ts'

/**
 * A way to send messages: sends of one workspace that arrive together are looked up and written together, and
 * the next ones are looked up while the last are written. The worker calls the platform after the answer.
 *
 * The answer is the API's own, byte for byte. Codes: conversation_not_found, conflicting_targets,
 * idempotency_key_reused, idempotency_key_in_flight, window_closed, and those of `readReferences` and `openAndSend`.
 */
export function createMessageSender(
  context: Context,
): (workspaceId: string, send: Send) => Promise<StoredAnswer> {
  const prepare = coalesce<{ workspaceId: string; send: Send }, PreparedSend | StoredAnswer>({
    maxBatch: 256,
    concurrency: 2,
    keyOf: (input) => input.workspaceId,
    run: (inputs) =>
      prepareSends(
        systemScope(context, inputs[0]!.workspaceId),
        inputs.map((input) => input.send),
      ),
  })
  const write = coalesce<{ workspaceId: string; prepared: PreparedSend }, StoredAnswer>({
    maxBatch: 256,
    keyOf: (input) => input.workspaceId,
    run: (inputs) =>
      writeSends(
        systemScope(context, inputs[0]!.workspaceId),
        inputs.map((input) => input.prepared),
      ),
  })
  return async (workspaceId, send) => {
    if (send.open) return openAndSend(systemScope(context, workspaceId), send)
    const prepared = await prepare({ workspaceId, send })
    return 'body' in prepared ? prepared : write({ workspaceId, prepared })
  }
}

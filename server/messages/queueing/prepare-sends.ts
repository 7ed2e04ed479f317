import type { Scope } from '#context.ts'
import { findRefusedChannels } from '#channels/check-test-key.ts'
import { toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { checkAndPrepare } from './check-and-prepare.ts'
import type { PreparedSend } from './prepare-send.ts'
import { readReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import { resolveTargets } from './resolve-targets.ts'

/**
 * Prepares sends: resolves their targets, reads what they refer to, and checks each. One failed send does not affect
 * the others.
 *
 * Codes: conversation_not_found, conflicting_targets, live_key_required, contact_blocked, contact_opted_out, window_closed, and those of `readReferences`.
 */
export async function prepareSends(scope: Scope, sends: Send[]): Promise<Outcome<PreparedSend>[]> {
  const targets = await resolveTargets(scope, sends)
  const references = await readReferences(scope, sends, targets)
  const refused = await findRefusedChannels(
    scope,
    sends.flatMap(({ actor }, index) => {
      const target = targets[index]
      return target && !(target instanceof AppError) ? [{ actor, channelId: target.channelId }] : []
    }),
  )
  return sends.map((send, index) =>
    toOutcome(() => {
      const target = targets[index]!
      if (target instanceof AppError) throw target
      return checkAndPrepare(scope, send, target, references, refused)
    }),
  )
}

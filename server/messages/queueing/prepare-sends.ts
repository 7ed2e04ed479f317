import type { Scope } from '#context.ts'
import { findRefusedChannels, isTestKey, liveKeyRequired } from '#channels/check-test-key.ts'
import { toOutcome } from '#lib/coalesce.ts'
import type { Outcome } from '#lib/coalesce.ts'
import { AppError } from '#lib/errors.ts'
import { checkBlocked } from './check-blocked.ts'
import { checkOptOut } from './check-opt-out.ts'
import { checkWindow } from './check-window.ts'
import { prepareSend } from './prepare-send.ts'
import type { PreparedSend } from './prepare-send.ts'
import { readReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import { resolveTargets } from './resolve-targets.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Prepares sends to `targets`, by default those that `resolveTargets` finds: reads what the sends refer to, and checks
 * each. Every send passes here, also the first one of a conversation. One failed send does not affect the others.
 *
 * Codes: those of `resolveTargets`, `readReferences` and `prepareSend`, live_key_required, contact_blocked,
 * contact_opted_out, window_closed.
 */
export async function prepareSends(
  scope: Scope,
  sends: Send[],
  targets?: (ResolvedTarget | AppError)[],
): Promise<Outcome<PreparedSend>[]> {
  const resolved = targets ?? (await resolveTargets(scope, sends))
  const references = await readReferences(scope, sends, resolved)
  const refused = await findRefusedChannels(
    scope,
    sends.flatMap(({ actor }, index) => {
      const target = resolved[index]
      return target && !(target instanceof AppError) ? [{ actor, channelId: target.channelId }] : []
    }),
  )
  return sends.map((send, index) =>
    toOutcome(() => {
      const target = resolved[index]!
      if (target instanceof AppError) throw target
      if (isTestKey(send.actor) && refused.has(target.channelId)) throw liveKeyRequired()
      checkBlocked(target)
      checkWindow(send, target, scope.clock.now())
      const found = references(send, target)
      checkOptOut(send, target, found)
      return prepareSend(scope, send, target, found)
    }),
  )
}

/** Prepares one send. @throws {AppError} the codes of `prepareSends` */
export async function prepareOneSend(
  scope: Scope,
  send: Send,
  target?: ResolvedTarget | AppError,
): Promise<PreparedSend> {
  const [outcome] = await prepareSends(scope, [send], target && [target])
  if (outcome?.status !== 'fulfilled') throw outcome?.reason ?? new Error('Nothing prepared.')
  return outcome.value
}

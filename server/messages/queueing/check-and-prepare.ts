import type { Scope } from '#context.ts'
import { checkBlocked } from './check-blocked.ts'
import { checkOptOut } from './check-opt-out.ts'
import { checkWindow } from './check-window.ts'
import { isTestKey, liveKeyRequired } from '#channels/check-test-key.ts'
import { prepareSend } from './prepare-send.ts'
import type { PreparedSend } from './prepare-send.ts'
import type { readReferences } from './read-references.ts'
import type { Send } from './read-send-input.ts'
import type { ResolvedTarget } from './resolve-targets.ts'

/**
 * Checks whether a message may be sent to its target, and prepares it. Every send passes here, also the first one of a
 * conversation. `refusedChannels` are those on which test keys must not send.
 *
 * @throws {AppError} live_key_required, contact_blocked, contact_opted_out, window_closed, and those of `references` and `prepareSend`
 */
export function checkAndPrepare(
  scope: Scope,
  send: Send,
  target: ResolvedTarget,
  references: Awaited<ReturnType<typeof readReferences>>,
  refusedChannels: ReadonlySet<string>,
): PreparedSend {
  if (isTestKey(send.actor) && refusedChannels.has(target.channelId)) throw liveKeyRequired()
  checkBlocked(target)
  checkWindow(send, target, scope.clock.now())
  const found = references(send, target)
  checkOptOut(send, target, found)
  return prepareSend(scope, send, target, found)
}

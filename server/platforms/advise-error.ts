import type { PlatformErrors } from './platform-errors.ts'
import type { ErrorClass } from './send-outcome.ts'

/** Advice on error codes of Parley. */
const ownAdvices: Readonly<Record<string, string>> = {
  contact_opted_out:
    'Send other messages only. The contact can opt in again, or a member can record its consent.',
  channel_not_connected: 'Set an access token on the channel.',
  demo_mode: 'Leave demo mode before you send to real customers.',
  live_key_required: 'Send it again with a live key, or as a member.',
  media_store_unavailable:
    'No action needed: the message is retried automatically. If this persists, run `doctor` to check the file storage.',
  nothing_received: 'Wait until the customer writes.',
  unconfirmed:
    'Check with the customer whether the message arrived before you send it again. A status of the platform that arrives later still corrects it.',
  simulator_token:
    "Set WhatsApp's own access token on the channel, or set GRAPH_URL to the simulator.",
}

const advicesByClass: Readonly<Record<ErrorClass | 'ambiguous', string>> = {
  retry: 'No action needed: the message is retried automatically.',
  ambiguous:
    'No action needed: it is unknown whether the platform accepted the message. It is sent again only if no status of it arrives for at least a minute.',
  hold: 'Nothing: this recipient gets only so many messages at a time; the rest follows.',
  throttle:
    'No action needed: sending on this number is paused and continues automatically. If this happens often, send more slowly.',
  stop: 'An admin has to fix the account on the platform. The messages stay queued.',
  template: 'Send an approved template. Other messages can be sent once the customer replies.',
  never: 'Retrying the same message does not help.',
}

const AGAIN = 'It is not repeated automatically. Try again later.'

/** Advice where nothing follows by itself. */
const finalAdvices: Readonly<Record<string, string | undefined>> = {
  media_store_unavailable: 'Run `doctor` to check the file storage, then send the message again.',
  retry: AGAIN,
  hold: AGAIN,
  throttle: AGAIN,
  ambiguous: ownAdvices['unconfirmed'],
  stop: 'An admin has to fix the account on the platform. Then try again.',
}

/**
 * Returns what to do about an error of a message. `code` is a code of the platform as text, or of Parley; `outcome` is
 * the outcome of the attempt that it ended. `isFinal`: nothing is repeated automatically.
 */
export function adviseError(
  errors: PlatformErrors,
  code: string,
  { outcome, isFinal = false }: { outcome?: string | undefined; isFinal?: boolean } = {},
): string {
  const ofCode = isFinal ? finalAdvices[code] : undefined
  if (ofCode !== undefined) return ofCode
  if (Object.hasOwn(ownAdvices, code)) return ownAdvices[code]!
  const advice = errors.advise(code)
  if (advice !== undefined) return advice
  const named = Object.hasOwn(advicesByClass, outcome ?? '') ? (outcome as ErrorClass) : undefined
  const kind = named ?? errors.classify(code) ?? (outcome === 'rejected' ? 'never' : 'retry')
  const ofKind = isFinal ? finalAdvices[kind] : kind === 'hold' ? errors.holdAdvice : undefined
  return ofKind ?? advicesByClass[kind]
}

import type { PlatformErrors } from './platform-errors.ts'
import type { ErrorClass } from './send-outcome.ts'

/** Advice on codes of ours. */
const ownAdvices: Readonly<Record<string, string>> = {
  channel_not_connected: 'Give the channel an access token.',
  demo_mode: 'Leave the demo before you send to real customers.',
  media_store_unavailable:
    'Nothing: it is tried again by itself. Where it lasts, have `doctor` try the store of files.',
  nothing_received: 'Wait until the customer writes.',
  simulator_token:
    "Give the channel WhatsApp's own access token, or set GRAPH_URL to the simulator.",
}

const advicesByClass: Readonly<Record<ErrorClass | 'ambiguous', string>> = {
  retry: 'Nothing: it is tried again by itself.',
  ambiguous:
    'Nothing: whether the platform took it is not known; a status may still tell before it is tried again.',
  hold: 'Nothing: this recipient gets only so many messages at a time; the rest follows.',
  throttle: 'Nothing: the whole number waits, then goes on; send more slowly if this is often.',
  stop: 'An admin has to put the account right at the platform; the messages wait.',
  template: 'Send an approved template; other messages may follow once the customer answers.',
  never: 'Sending it again as it is will not help.',
}

/**
 * Returns what to do about an error of a message. `code` is one of the platform's as text or one of ours, `outcome` the
 * outcome of the attempt that it ended.
 */
export function adviseError(errors: PlatformErrors, code: string, outcome?: string): string {
  if (Object.hasOwn(ownAdvices, code)) return ownAdvices[code]!
  const advice = errors.advise(code)
  if (advice !== undefined) return advice
  const named = Object.hasOwn(advicesByClass, outcome ?? '') ? (outcome as ErrorClass) : undefined
  const kind = named ?? errors.classify(code) ?? (outcome === 'rejected' ? 'never' : 'retry')
  return (kind === 'hold' ? errors.holdAdvice : undefined) ?? advicesByClass[kind]
}

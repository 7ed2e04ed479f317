import type { ChannelIdentity } from './item.ts'

/**
 * What to do about an error of a platform: `retry` this message later; `hold` its recipient; `throttle` the whole
 * channel; `stop` the channel until an admin has acted; `template` and `never` are final.
 */
export type ErrorClass = 'retry' | 'hold' | 'throttle' | 'stop' | 'template' | 'never'

/** Why a platform did not accept a request: the platform's code as text, or a code of Parley, and a readable reason. */
export type SendError = { code: string; message: string }

/**
 * Outcome of a request that failed. `ambiguous`: the platform may have accepted it. `retryAfterMs` is present when
 * the platform named a time.
 */
export type FailedOutcome =
  | { kind: 'ambiguous'; error: SendError }
  | { kind: Exclude<ErrorClass, 'template' | 'never'>; error: SendError; retryAfterMs?: number }
  | { kind: 'rejected'; error: SendError }

/** Outcome of sending a message. `alias`: another identity by which the platform knows the recipient. */
export type SendOutcome =
  | {
      kind: 'accepted'
      platformMessageId: string
      alias?: ChannelIdentity | undefined
    }
  | FailedOutcome

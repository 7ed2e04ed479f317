import type { Cause } from '#lib/cause.ts'
import type { SendOutcome } from '#platforms/send-outcome.ts'

/** A reaction to send to the message `targetId`; `emoji` null removes an earlier one. */
export type Reaction = { targetId: string; platformMessageId: string; emoji: string | null }

/** Attempt to send a message to the address `recipient`, its outcome, and the request that queued the message. */
export type SendAttempt = {
  messageId: string
  attemptId: string
  recipient: string
  outcome: SendOutcome
  reaction?: Reaction | undefined
  cause?: Cause | undefined
}

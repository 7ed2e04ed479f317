import type { SendOutcome } from '#platforms/send-outcome.ts'

/** A reaction to send to the message `targetId`; `emoji` null removes an earlier one. */
export type Reaction = { targetId: string; platformMessageId: string; emoji: string | null }

/** Attempt to send a message to the address `recipient`, and its outcome. */
export type SendAttempt = {
  messageId: string
  attemptId: string
  recipient: string
  outcome: SendOutcome
  reaction?: Reaction | undefined
}

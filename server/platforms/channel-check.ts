import type { SendError } from './send-outcome.ts'

/** Steps of connecting a channel, in order. */
export const CHECK_STEPS = ['server', 'token', 'number', 'subscription', 'first_message'] as const

/** Step of connecting a channel. */
export type CheckStep = (typeof CHECK_STEPS)[number]

/** Result of checking one step of a channel's connection. */
export type ChannelCheck = {
  step: CheckStep
  status: 'passed' | 'failed' | 'waiting'
  code: string | null
  message: string | null
  advice: string | null
}

/** Number of an account, as the platform shows it. */
export type FoundNumber = { display_phone: string | null; verified_name: string | null }

/** Returns the check of a step that passed. */
export function passedCheck(step: CheckStep): ChannelCheck {
  return { step, status: 'passed', code: null, message: null, advice: null }
}

/** Returns the check of a step that waits for something else. */
export function waitingCheck(step: CheckStep, code: string): ChannelCheck {
  return { step, status: 'waiting', code, message: null, advice: null }
}

/** Returns the check of a step that failed. */
export function failedCheck(
  step: CheckStep,
  { code, message }: SendError,
  advice: string | null = null,
): ChannelCheck {
  return { step, status: 'failed', code, message, advice }
}

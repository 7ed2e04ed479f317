import { ERROR_EXPLANATIONS, STATUS_EXPLANATIONS } from '#shared/attempt-explanations.ts'
import type { Explanation } from '#shared/attempt-explanations.ts'
import type { AttemptError } from '#shared/webhooks.ts'

/** Explains the error of an attempt, and what to do; undefined for a success. */
export function explainAttemptError(
  error: string | null,
  status: number | null,
): Explanation | undefined {
  if (error === null || !isAttemptError(error)) return undefined
  if (error !== 'unexpected_status' || status === null) return ERROR_EXPLANATIONS[error]
  const statuses: Partial<Record<string, Explanation>> = STATUS_EXPLANATIONS
  const special = statuses[status]
  if (special) return special
  if (status < 500)
    return { ...ERROR_EXPLANATIONS[error], meaning: `The receiver responded with ${status}.` }
  return {
    meaning: `The receiver failed (${status}).`,
    advice: 'Check the log of the receiver, or of the proxy in front of it, at this time.',
  }
}

function isAttemptError(error: string): error is AttemptError {
  return Object.hasOwn(ERROR_EXPLANATIONS, error)
}

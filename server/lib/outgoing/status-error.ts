import type { AttemptError } from '#shared/webhooks.ts'

/** Returns the error code of a webhook receiver's response status; null for a success. */
export function statusError(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'unexpected_status'
}

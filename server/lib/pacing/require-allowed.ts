import { AppError } from '../errors.ts'

/** Throws rate_limited with the time to wait, unless a token was taken. @throws {AppError} rate_limited */
export function requireAllowed(
  taken: { allowed: boolean; retryAfterSeconds: number },
  message = 'Too many attempts. Wait a moment and try again.',
): void {
  if (taken.allowed) return
  const headers = { 'retry-after': String(taken.retryAfterSeconds) }
  throw new AppError('rate_limited', message, { headers })
}

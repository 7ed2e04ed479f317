import { AppError } from './errors.ts'

/** Returns the error for a caller who sent too much, with the time after which the next request is accepted. */
export function rateLimited(message: string, retryAfterSeconds: number): AppError {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return new AppError('rate_limited', message, { headers })
}

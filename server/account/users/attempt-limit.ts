import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { networkOf } from './network-of.ts'

/** The limit of attempts per network: 20, then 20 per minute. */
export const NETWORK_LIMIT = { ratePerSecond: 20 / 60, burst: 20 }

/** The limit of attempts on one secret: 10, then 10 per five minutes. */
export const SECRET_LIMIT = { ratePerSecond: 10 / 300, burst: 10 }

/**
 * Creates a function that counts an attempt on something that strangers cannot name, such as an invitation or the
 * password of a signed-in user, by network and by subject. The counts are kept per process.
 *
 * @throws {AppError} rate_limited
 */
export function createAttemptLimit(
  context: Pick<Context, 'clock'>,
): (address: string, subject: string) => void {
  const now = () => context.clock.now().getTime()
  const networks = createTokenBuckets({ now })
  const subjects = createTokenBuckets({ now })
  return (address, subject) => {
    const byNetwork = networks.take(networkOf(address), NETWORK_LIMIT)
    // A blocked network must not use up the attempts on the subject.
    const taken = byNetwork.allowed ? subjects.take(subject, SECRET_LIMIT) : byNetwork
    if (!taken.allowed) throw tooManyAttempts(taken.retryAfterSeconds)
  }
}

/** Creates the error for too many attempts. */
export function tooManyAttempts(retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', 'Too many attempts. Wait a moment and try again.', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

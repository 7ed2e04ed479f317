import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { networkOf } from '../users/sign-in-limit.ts'

const limits = {
  address: { ratePerSecond: 10 / 60, burst: 20 },
  account: { ratePerSecond: 3 / 3600, burst: 3 },
}

/** The rate limits of password resets. */
type ResetLimit = {
  /** Counts one request of an IP address. @throws {AppError} rate_limited */
  takeAddress: (address: string) => void
  /**
   * Returns whether an account can get another mail: a burst of three, then three per hour. The caller gets no
   * error.
   */
  takeAccount: (email: string) => boolean
}

/**
 * Creates the rate limits of password resets, by IP address and by account. The counts are kept per process.
 */
export function createResetLimit(context: Pick<Context, 'clock'>): ResetLimit {
  const now = () => context.clock.now().getTime()
  const addresses = createTokenBuckets({ now })
  const accounts = createTokenBuckets({ now })
  return {
    takeAddress(address) {
      const taken = addresses.take(networkOf(address), limits.address)
      if (!taken.allowed)
        throw new AppError(
          'rate_limited',
          'Too many password resets were requested. Wait a moment and try again.',
          {
            headers: { 'retry-after': String(taken.retryAfterSeconds) },
          },
        )
    },
    takeAccount: (email) => accounts.take(email, limits.account).allowed,
  }
}

import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { networkOf } from '../users/sign-in-limit.ts'

const limits = {
  address: { ratePerSecond: 10 / 60, burst: 20 },
  account: { ratePerSecond: 3 / 3600, burst: 3 },
}

/** The allowances of password resets. */
export type ResetLimit = {
  /** Takes one request from the allowance of an address. @throws {AppError} rate_limited */
  takeAddress: (address: string) => void
  /** Whether an account may get another mail: three, then three an hour. The caller is not told. */
  takeAccount: (email: string) => boolean
}

/** Limits of password resets, by address and by account. The counts are this process's own. */
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

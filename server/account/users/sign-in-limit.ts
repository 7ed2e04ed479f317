import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'

const limits = {
  address: { ratePerSecond: 20 / 60, burst: 20 },
  account: { ratePerSecond: 10 / 300, burst: 10 },
}

/**
 * Creates a function that counts a sign-in attempt of an IP address (20, then 20 per minute) and of an account
 * (10, then 10 per five minutes), whether or not the account exists. The counts are kept per process.
 *
 * @throws {AppError} rate_limited
 */
export function createSignInLimit(
  context: Pick<Context, 'clock'>,
): (address: string, email: string) => void {
  const now = () => context.clock.now().getTime()
  const addresses = createTokenBuckets({ now })
  const accounts = createTokenBuckets({ now })
  return (address, email) => {
    const byAddress = addresses.take(networkOf(address), limits.address)
    // A blocked address must not use up the attempts of the account it names.
    const taken = byAddress.allowed
      ? accounts.take(email.trim().toLowerCase(), limits.account)
      : byAddress
    if (!taken.allowed)
      throw new AppError(
        'rate_limited',
        'Too many sign-in attempts. Wait a moment and try again.',
        {
          headers: { 'retry-after': String(taken.retryAfterSeconds) },
        },
      )
  }
}

/** Returns the address, or the /64 network of an IPv6 address, because a caller controls all of it. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const missing = 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}

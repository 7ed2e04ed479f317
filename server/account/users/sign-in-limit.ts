import type { Context } from '#context.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'

const limits = {
  address: { ratePerSecond: 20 / 60, burst: 20 },
  account: { ratePerSecond: 10 / 300, burst: 10 },
}

/**
 * Takes one try to sign in from the allowance of an address (20, then 20 a minute) and of an account (10, then
 * 10 in five minutes), whether or not the account exists. The counts are this process's own.
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
    // An address that may not try takes nothing from the account it names.
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

/** The address, or the /64 of an IPv6 one: a caller has all of it. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  if (tail === undefined) return groups.slice(0, 4).join(':')
  const missing = 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':')
}

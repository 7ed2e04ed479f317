import type { WithClock, WithDirectory } from '#db/context.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { createAttemptCounts } from './create-attempt-counts.ts'
import { networkOf } from '#lib/network-of.ts'

/** The limit of attempts per network: 20, then 20 per minute. */
export const NETWORK_LIMIT = { ratePerSecond: 20 / 60, burst: 20 }

/** The limit of attempts on one secret: 10, then 10 per five minutes. */
export const SECRET_LIMIT = { ratePerSecond: 10 / 300, burst: 10 }

/**
 * Creates a function that counts an attempt on something that strangers cannot name, such as an invitation or the
 * password of a signed-in user, by network and by subject. `name` separates its counts
 * from those of other limits.
 *
 * @throws {AppError} rate_limited
 */
export function createAttemptLimit(
  context: WithDirectory & WithClock,
  name: string,
): (address: string, subject: string) => Promise<void> {
  const takeNetwork = createAttemptCounts(context, `${name} network`)
  const takeSubject = createAttemptCounts(context, `${name} subject`)
  return async (address, subject) => {
    const byNetwork = await takeNetwork(networkOf(address), NETWORK_LIMIT)
    // A blocked network must not use up the attempts on the subject.
    const taken = byNetwork.allowed ? await takeSubject(subject, SECRET_LIMIT) : byNetwork
    requireAllowed(taken)
  }
}

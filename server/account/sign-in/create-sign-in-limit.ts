import type { WithClock, WithDirectory } from '#db/context.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { createAccountLimit } from './create-account-limit.ts'
import type { AccountRequest } from './create-account-limit.ts'
import { createAttemptCounts } from './create-attempt-counts.ts'
import { NETWORK_LIMIT, SECRET_LIMIT } from './create-attempt-limit.ts'
import { networkOf } from '#lib/network-of.ts'

const limits = {
  device: SECRET_LIMIT,
  network: SECRET_LIMIT,
  total: { ratePerSecond: 30 / 300, burst: 30 },
  wideNetwork: { ratePerSecond: 3 / 900, burst: 3 },
}

/**
 * Creates a function that counts a sign-in attempt of a network (20, then 20 per minute) and of an account in a network
 * (10, then 10 per five minutes), whether or not the account exists. While an account gets more than 30 attempts per
 * five minutes, each further /24 or /48 network has three. A known device has 10 more attempts.
 * Passwords and passkeys have counts of their own.
 *
 * @throws {AppError} rate_limited
 */
export function createSignInLimit(
  context: WithDirectory & WithClock,
  method: 'password' | 'passkey',
): (attempt: AccountRequest) => Promise<void> {
  const takeNetwork = createAttemptCounts(context, `${method} network`)
  const takeAccount = createAccountLimit(context, method, limits)
  return async (attempt) => {
    // Strangers in the network of a known device must not block it.
    const byNetwork =
      attempt.device === undefined
        ? await takeNetwork(networkOf(attempt.address), NETWORK_LIMIT)
        : undefined
    const taken = byNetwork?.allowed === false ? byNetwork : await takeAccount(attempt)
    requireAllowed(taken)
  }
}

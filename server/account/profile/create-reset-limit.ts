import type { WithClock, WithDirectory } from '#db/context.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { createAccountLimit } from '../sign-in/create-account-limit.ts'
import type { AccountRequest } from '../sign-in/create-account-limit.ts'
import { createAttemptCounts } from '../sign-in/create-attempt-counts.ts'
import { networkOf } from '#lib/network-of.ts'

const NETWORK_LIMIT = { ratePerSecond: 10 / 60, burst: 20 }

const THREE_PER_HOUR = { ratePerSecond: 3 / 3600, burst: 3 }

const accountLimits = {
  device: THREE_PER_HOUR,
  network: THREE_PER_HOUR,
  total: { ratePerSecond: 12 / 3600, burst: 12 },
  wideNetwork: { ratePerSecond: 1 / 3600, burst: 1 },
}

/** The rate limits of password resets. */
type ResetLimit = {
  /** Counts one request of a network. @throws {AppError} rate_limited */
  takeAddress: (address: string) => Promise<void>
  /** Returns whether the account can get another mail. The caller gets no error. */
  takeAccount: (request: AccountRequest) => Promise<boolean>
}

/**
 * Creates the rate limits of password resets, by network and by account. A known device and a network can each cause
 * three mails to an account, then three per hour. While an account gets more than 12 mails per hour, each further /24
 * or /48 network can cause one per hour.
 */
export function createResetLimit(context: WithDirectory & WithClock): ResetLimit {
  const takeNetwork = createAttemptCounts(context, 'reset network')
  const takeAccount = createAccountLimit(context, 'reset', accountLimits)
  return {
    async takeAddress(address) {
      requireAllowed(await takeNetwork(networkOf(address), NETWORK_LIMIT))
    },
    takeAccount: async (request) => (await takeAccount(request)).allowed,
  }
}

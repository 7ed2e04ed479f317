import type { Context } from '#context.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'
import { networkOf, wideNetworkOf } from './network-of.ts'

type Limit = { ratePerSecond: number; burst: number }

/**
 * The limits of requests that name an account, for one known device, for one network, and for one wide network while
 * the account gets more than `total` from all networks.
 */
type AccountLimits = { device: Limit; network: Limit; total: Limit; wideNetwork: Limit }

/** A request that names an account. `device` is the id of a device on which its owner has signed in. */
export type AccountRequest = { email: string; address: string; device: string | undefined }

/** Whether a request is allowed, and the seconds to wait if it is not. */
type Taken = { allowed: boolean; retryAfterSeconds: number }

/**
 * Creates a function that counts a request towards the limits of an account. Nobody can use up the requests of an
 * owner: neither a known device nor a network that made no requests is affected by requests from elsewhere, however
 * many there are. The counts are kept per process.
 */
export function createAccountLimit(
  context: Pick<Context, 'clock'>,
  limits: AccountLimits,
): (request: AccountRequest) => Taken {
  const now = () => context.clock.now().getTime()
  const devices = createTokenBuckets({ now })
  const networks = createTokenBuckets({ now })
  const totals = createTokenBuckets({ now })
  const wideNetworks = createTokenBuckets({ now })
  return ({ email, address, device }) => {
    if (device !== undefined) return devices.take(`${device} ${email}`, limits.device)
    const taken = networks.take(`${networkOf(address)} ${email}`, limits.network)
    // Only allowed requests count, so that one network alone cannot reach the total.
    if (!taken.allowed || totals.take(email, limits.total).allowed) return taken
    return wideNetworks.take(`${wideNetworkOf(address)} ${email}`, limits.wideNetwork)
  }
}

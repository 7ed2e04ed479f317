import type { WithClock, WithDirectory } from '#db/context.ts'
import { createAttemptCounts } from './create-attempt-counts.ts'
import type { AttemptRate, CountedAttempt } from './create-attempt-counts.ts'
import { networkOf, wideNetworkOf } from '#lib/network-of.ts'

/**
 * The limits of requests that name an account, for one known device, for one network, and for one wide network while
 * the account gets more than `total` from all networks.
 */
type AccountLimits = {
  device: AttemptRate
  network: AttemptRate
  total: AttemptRate
  wideNetwork: AttemptRate
}

/** A request that names an account. `device` is the id of a device on which its owner has signed in. */
export type AccountRequest = { email: string; address: string; device: string | undefined }

/**
 * Creates a function that counts a request towards the limits of an account. Nobody can use up the requests of an
 * owner: neither a known device nor a network that made no requests is affected by requests from elsewhere, however
 * many there are. `name` separates its counts from other limits.
 */
export function createAccountLimit(
  context: WithDirectory & WithClock,
  name: string,
  limits: AccountLimits,
): (request: AccountRequest) => Promise<CountedAttempt> {
  const takeDevice = createAttemptCounts(context, `${name} device`)
  const takeNetwork = createAttemptCounts(context, `${name} account in network`)
  const takeTotal = createAttemptCounts(context, `${name} account`)
  const takeWideNetwork = createAttemptCounts(context, `${name} account in wide network`)
  return async ({ email, address, device }) => {
    if (device !== undefined) return takeDevice(`${device} ${email}`, limits.device)
    const taken = await takeNetwork(`${networkOf(address)} ${email}`, limits.network)
    // Only allowed requests count, so that one network alone cannot reach the total.
    if (!taken.allowed || (await takeTotal(email, limits.total)).allowed) return taken
    return takeWideNetwork(`${wideNetworkOf(address)} ${email}`, limits.wideNetwork)
  }
}

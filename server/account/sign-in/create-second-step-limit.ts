import type { WithClock, WithDirectory } from '#db/context.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { createAttemptCounts } from './create-attempt-counts.ts'
import { NETWORK_LIMIT } from './create-attempt-limit.ts'
import { networkOf } from '#lib/network-of.ts'

/** Three of a million codes are valid at a time, so 240 attempts per day guess one in four years. */
const APP_CODE_LIMIT = { ratePerSecond: 10 / 3600, burst: 10 }

/** An attempt to sign in with a code. `device` is the id of a device on which the owner has signed in with the second factor. */
type CodeAttempt = {
  userId: string
  address: string
  device: string | undefined
  isAppCode: boolean
}

/**
 * Creates a function that counts an attempt at the second step. Codes of an app have 10 attempts per account, then 10 per
 * hour, from all unknown devices together, because six digits can be guessed from many networks. Only somebody with the
 * password can use them up, and the owner's known devices and recovery codes have attempts of their own.
 *
 * @throws {AppError} rate_limited
 */
export function createSecondStepLimit(
  context: WithDirectory & WithClock,
): (attempt: CodeAttempt) => Promise<void> {
  const takeNetwork = createAttemptCounts(context, 'second step network')
  const takeAccount = createAttemptCounts(context, 'second step account')
  return async ({ userId, address, device, isAppCode }) => {
    const byNetwork =
      device === undefined ? await takeNetwork(networkOf(address), NETWORK_LIMIT) : undefined
    const taken =
      byNetwork?.allowed === false || !isAppCode
        ? byNetwork
        : await takeAccount(`${userId} ${device ?? ''}`, APP_CODE_LIMIT)
    if (taken) requireAllowed(taken)
  }
}

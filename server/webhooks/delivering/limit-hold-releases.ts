import type { KnownPending } from './known-pending.ts'
import { holdsBack } from './ordering-key-of.ts'
import type { DeliveryEndpoint } from './poll-deliveries.ts'

/** The pause between two searches for deliveries of an ordered endpoint that are held without a reason. */
const RELEASE_EVERY_MS = 30_000

type ReleasedEndpoint = Pick<DeliveryEndpoint, 'id' | 'ordering'> & Pick<KnownPending, 'hasOrdered'>

/**
 * Returns a function that releases the held deliveries of an endpoint with `release`, when that is due. Each search
 * costs as much as the endpoint has ordering keys with held deliveries, so an endpoint that holds some back is searched at most every
 * 30 s, and another one only while it has deliveries with an ordering key. Returns whether any were released. `nowMs` is a
 * monotonic clock.
 */
export function limitHoldReleases<T extends ReleasedEndpoint>(
  release: (endpoint: T) => Promise<boolean>,
  nowMs: () => number = () => performance.now(),
): (endpoint: T) => Promise<boolean> {
  const releasedAt = new Map<string, number>()
  return async (endpoint) => {
    if (!holdsBack(endpoint.ordering)) {
      releasedAt.delete(endpoint.id)
      return endpoint.hasOrdered && release(endpoint)
    }
    const now = nowMs()
    if (now - (releasedAt.get(endpoint.id) ?? -Infinity) < RELEASE_EVERY_MS) return false
    releasedAt.set(endpoint.id, now)
    return release(endpoint)
  }
}

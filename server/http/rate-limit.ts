import type { FastifyReply } from 'fastify'
import type { FoundKey } from '#account/keys/find-api-keys.ts'
import type { Clock } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'

/**
 * Creates a function that counts a request towards a key's rate limit: its rate per second, with bursts
 * of twice that. The counts are kept per process, so several processes behind a load balancer each allow the full rate.
 *
 * @throws {AppError} rate_limited
 * Source: draft-ietf-httpapi-ratelimit-headers for the two header fields.
 */
export function createKeyRateLimit(clock: Clock): (key: FoundKey, reply: FastifyReply) => void {
  const buckets = createTokenBuckets({ now: () => clock.now().getTime() })
  return (key, reply) => {
    if (key.rateLimit === null) return
    const burst = key.rateLimit * 2
    const taken = buckets.take(key.id, { ratePerSecond: key.rateLimit, burst })
    reply.header('ratelimit-policy', `"default";q=${burst};w=2`)
    reply.header('ratelimit', `"default";r=${taken.remaining};t=${taken.resetSeconds}`)
    if (!taken.allowed)
      throw new AppError(
        'rate_limited',
        `The API key can send ${key.rateLimit} requests per second. Try again in a moment.`,
        {
          headers: { 'retry-after': String(taken.retryAfterSeconds) },
        },
      )
  }
}

import type { FastifyReply } from 'fastify'
import type { Context } from '#context.ts'
import type { FoundKey } from '#account/keys/find-api-keys.ts'
import { AppError } from '#lib/errors.ts'
import { createSharedBuckets } from '#db/shared-buckets.ts'
import type { TokenBuckets } from '#lib/token-bucket.ts'

/**
 * Creates functions that count a request towards the rate limit of a key, or of a member's sessions: a rate per second,
 * with bursts of twice that, for all processes together.
 *
 * @throws {AppError} rate_limited
 * Source: draft-ietf-httpapi-ratelimit-headers for the two header fields.
 */
export function createRateLimits(context: Context): {
  limitKey: (key: Pick<FoundKey, 'id' | 'rateLimit'>, reply: FastifyReply) => void
  limitMember: (membershipId: string, reply: FastifyReply) => void
} {
  const keys = createSharedBuckets(context, 'requests of a key')
  const members = createSharedBuckets(context, 'requests of a member')
  const { memberRate } = context.config
  return {
    limitKey({ id, rateLimit }, reply) {
      if (rateLimit !== null) limit(keys, id, rateLimit, 'The API key', reply)
    },
    limitMember: (id, reply) => limit(members, id, memberRate, 'A member', reply),
  }
}

function limit(
  buckets: Pick<TokenBuckets, 'take'>,
  id: string,
  rate: number,
  sender: string,
  reply: FastifyReply,
): void {
  const burst = rate * 2
  const taken = buckets.take(id, { ratePerSecond: rate, burst })
  reply.header('ratelimit-policy', `"default";q=${burst};w=2`)
  reply.header('ratelimit', `"default";r=${taken.remaining};t=${taken.resetSeconds}`)
  if (!taken.allowed)
    throw new AppError(
      'rate_limited',
      `${sender} can send ${rate} requests per second. Try again in a moment.`,
      {
        headers: { 'retry-after': String(taken.retryAfterSeconds) },
      },
    )
}

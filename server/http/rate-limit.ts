import type { FastifyReply } from 'fastify'
import type { Context } from '#context.ts'
import type { FoundKey } from '#account/keys/find-api-keys.ts'
import { AppError } from '#lib/errors.ts'
import { createTokenBuckets } from '#lib/token-bucket.ts'

/**
 * Creates functions that count a request towards the rate limit of a key, or of a member's sessions: a rate per second,
 * with bursts of twice that. The counts are kept per process, so several processes behind a load balancer each allow
 * the full rate.
 *
 * @throws {AppError} rate_limited
 * Source: draft-ietf-httpapi-ratelimit-headers for the two header fields.
 */
export function createRateLimits({ clock, config }: Pick<Context, 'clock' | 'config'>): {
  limitKey: (key: Pick<FoundKey, 'id' | 'rateLimit'>, reply: FastifyReply) => void
  limitMember: (membershipId: string, reply: FastifyReply) => void
} {
  const now = () => clock.now().getTime()
  const keys = createTokenBuckets({ now })
  const members = createTokenBuckets({ now })
  return {
    limitKey({ id, rateLimit }, reply) {
      if (rateLimit !== null) limit(keys, id, rateLimit, 'The API key', reply)
    },
    limitMember: (id, reply) => limit(members, id, config.memberRate, 'A member', reply),
  }
}

function limit(
  buckets: ReturnType<typeof createTokenBuckets>,
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

import type { FastifyReply } from 'fastify'
import type { Context } from '#db/context.ts'
import type { FoundKey } from '#lib/found-key.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import type { TokenBuckets } from '#lib/pacing/create-token-buckets.ts'

type LimitedKey = Pick<FoundKey, 'id' | 'rateLimit'>

/** The limits of requests. `takeOf` functions take `count` more tokens and return how many there were. */
type RateLimits = {
  limitKey: (key: LimitedKey, reply: FastifyReply) => void
  limitMember: (membershipId: string, reply: FastifyReply) => void
  takeOfKey: (key: LimitedKey, reply: FastifyReply, count: number) => number
  takeOfMember: (membershipId: string, reply: FastifyReply, count: number) => number
}

/**
 * Creates functions that count a request towards the rate limit of a key, or of a member's sessions: a rate per second,
 * with bursts of twice that, for all processes together.
 *
 * @throws {AppError} rate_limited
 * Source: draft-ietf-httpapi-ratelimit-headers for the two header fields.
 */
export function createRateLimits(context: Context): RateLimits {
  const keys = createSharedBuckets(context, 'requests of a key')
  const members = createSharedBuckets(context, 'requests of a member')
  const { memberRate } = context.config
  return {
    limitKey({ id, rateLimit }, reply) {
      if (rateLimit !== null) limit(keys, id, rateLimit, 'The API key', reply)
    },
    limitMember: (id, reply) => limit(members, id, memberRate, 'A member', reply),
    takeOfKey: ({ id, rateLimit }, reply, count) =>
      rateLimit === null ? count : takeMany(keys, id, rateLimit, reply, count),
    takeOfMember: (id, reply, count) => takeMany(members, id, memberRate, reply, count),
  }
}

/** Takes up to `count` tokens and returns how many there were. */
function takeMany(
  buckets: Pick<TokenBuckets, 'take'>,
  id: string,
  rate: number,
  reply: FastifyReply,
  count: number,
): number {
  for (let taken = 0; taken < count; taken++)
    if (!take(buckets, id, rate, reply).allowed) return taken
  return count
}

function limit(
  buckets: Pick<TokenBuckets, 'take'>,
  id: string,
  rate: number,
  sender: string,
  reply: FastifyReply,
): void {
  const taken = take(buckets, id, rate, reply)
  requireAllowed(taken, `${sender} can send ${rate} requests per second. Try again in a moment.`)
}

/** Takes a token, and says in the headers what is left. */
function take(
  buckets: Pick<TokenBuckets, 'take'>,
  id: string,
  rate: number,
  reply: FastifyReply,
): ReturnType<TokenBuckets['take']> {
  const burst = rate * 2
  const taken = buckets.take(id, { ratePerSecond: rate, burst })
  reply.header('ratelimit-policy', `"default";q=${burst};w=2`)
  reply.header('ratelimit', `"default";r=${taken.remaining};t=${taken.resetSeconds}`)
  return taken
}

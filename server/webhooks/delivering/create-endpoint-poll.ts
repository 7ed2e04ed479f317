import type { Context } from '#db/context.ts'
import { coalesce } from '#lib/coalesce.ts'
import { firstOf } from '#lib/first-of.ts'
import { FAILURES_OF_A_TURN } from './delivery-rate.ts'
import type { KnownPending } from './known-pending.ts'
import { pollDeliveries, POLLED_MAX } from './poll-deliveries.ts'
import type { EndpointPoll, PollInput } from './poll-deliveries.ts'

/**
 * Polls one endpoint for due deliveries; undefined if the endpoint was deleted. `started`: the attempts that its turn has started
 * so far.
 */
export type PollEndpoint = (
  input: Pick<PollInput, 'endpointId' | 'except'> & { workspaceId: string; started: number },
) => Promise<EndpointPoll | undefined>

/** A poll, and `setFailing`, which tells it that an endpoint began to fail or recovered since its last poll. */
type EndpointPolls = {
  poll: PollEndpoint
  setFailing: (endpointId: string, isFailing: boolean) => void
}

/**
 * A process's memory of an endpoint: what it knows since `knownAt`, in ms since 1970. `started`: the attempts that its
 * last turn had started when it polled last.
 */
type Memory = { known: KnownPending; isFailing: boolean; knownAt: number; started: number }

/**
 * The time in which a poll relies on an earlier one. Processes of releases before 0.3 don't count the deliveries that they
 * requeue, so the oldest of these may wait this long.
 */
const KNOWN_MS = 30_000

/**
 * Most deliveries that a poll finds for an endpoint whose turns start fewer attempts than this: one that takes seconds to
 * answer would not use more, and a thousand of them would keep the process busy with reading what they do not use.
 */
const POLLED_FEW = 10

/** Most endpoints in the memory of a process, those that were polled last. */
const REMEMBERED_MAX = 20_000

/**
 * Returns a poll that asks for several endpoints of a workspace in one statement. Endpoints that are known to
 * fail are polled separately, for at most the attempts of one turn, so that their backlog delays no healthy one. Others are
 * polled for a few deliveries, and for more when their turn, or the one before, has started that many.
 */
export function createEndpointPoll(context: Context): EndpointPolls {
  const memories = new Map<string, Memory>()
  const pollSome = coalesce<
    PollInput & { workspaceId: string; isFailing: boolean; limit: number },
    EndpointPoll | undefined
  >({
    maxBatch: 50,
    concurrency: 2,
    keyOf: (asked) => `${asked.workspaceId} ${asked.isFailing} ${asked.limit}`,
    run: async (asked) => {
      const { workspaceId, limit } = firstOf(asked)
      const found = await pollDeliveries(context, workspaceId, asked, limit)
      return found.map((value) => ({ status: 'fulfilled', value }))
    },
  })
  const poll: PollEndpoint = async (input) => {
    const { endpointId, started } = input
    const now = context.clock.now().getTime()
    const memory = memories.get(endpointId)
    const known = memory && Math.abs(now - memory.knownAt) < KNOWN_MS ? memory.known : undefined
    const isFailing = memory?.isFailing ?? false
    // The first poll of a turn follows the turn before.
    const pace = Math.max(started, memory?.started ?? 0)
    const limit = isFailing ? FAILURES_OF_A_TURN : pace < POLLED_FEW ? POLLED_FEW : POLLED_MAX
    const found = await pollSome({ ...input, known, isFailing, limit })
    memories.delete(endpointId)
    if (!found) return undefined
    memories.set(endpointId, {
      known: found.known,
      isFailing: found.endpoint.failing_since !== null,
      knownAt: found.known === known ? memory!.knownAt : now,
      started,
    })
    if (memories.size > REMEMBERED_MAX) memories.delete(memories.keys().next().value!)
    return found
  }
  return {
    poll,
    setFailing(endpointId, isFailing) {
      const memory = memories.get(endpointId)
      if (memory) memory.isFailing = isFailing
    },
  }
}

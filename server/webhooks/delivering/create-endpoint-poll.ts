import type { Context } from '#context.ts'
import { coalesce } from '#lib/coalesce.ts'
import { FAILURES_OF_A_TURN } from './endpoint-pace.ts'
import { pollDeliveries, POLLED_MAX } from './poll-deliveries.ts'
import type { EndpointPoll, PollInput } from './poll-deliveries.ts'

/** Polls one endpoint for due deliveries; undefined if the endpoint was deleted. */
export type PollEndpoint = (
  input: PollInput & { workspaceId: string },
) => Promise<EndpointPoll | undefined>

/**
 * Returns a poll that asks for several endpoints of a workspace in one statement. Endpoints whose last poll showed them
 * as failing are polled separately, for at most the attempts of one turn, so that their backlog delays no healthy one.
 */
export function createEndpointPoll(context: Context): PollEndpoint {
  const failing = new Set<string>()
  const poll = coalesce<
    PollInput & { workspaceId: string; isFailing: boolean },
    EndpointPoll | undefined
  >({
    maxBatch: 50,
    concurrency: 2,
    keyOf: (asked) => `${asked.workspaceId} ${asked.isFailing}`,
    run: async (asked) => {
      const { workspaceId, isFailing } = asked[0]!
      const limit = isFailing ? FAILURES_OF_A_TURN : POLLED_MAX
      const found = await pollDeliveries(context, workspaceId, asked, limit)
      return found.map((value) => ({ status: 'fulfilled', value }))
    },
  })
  return async (input) => {
    const found = await poll({ ...input, isFailing: failing.has(input.endpointId) })
    if (found?.endpoint.failing_since) failing.add(input.endpointId)
    else failing.delete(input.endpointId)
    return found
  }
}

import type { Scope } from '../context.ts'
import { sql } from 'kysely'
import { afterCommit } from '../db/transaction.ts'
import type { EventType } from '../events/catalogue.ts'
import { ATTEMPTS_MAX } from '../lib/retry-schedule.ts'
import { readTime } from '../lib/time.ts'
import { readEndpoint } from './get-endpoint.ts'
import { endpointDisabled } from './retry-delivery.ts'

/** Which finished deliveries to offer again: by default all that failed or were cancelled. */
export type ReplayInput = {
  types?: EventType[]
  since?: string
  until?: string
  status?: 'failed' | 'cancelled' | 'succeeded'
}

/**
 * Offers an endpoint's finished deliveries again, oldest first, each with a schedule of its own, and gives how
 * many. Test deliveries are left out. @throws {AppError} endpoint_not_found, endpoint_disabled, validation_failed
 */
export async function replayDeliveries(
  scope: Scope,
  id: string,
  input: ReplayInput,
): Promise<{ replayed: number }> {
  const endpoint = await readEndpoint(scope, id)
  if (endpoint.status === 'disabled') throw endpointDisabled()
  let query = scope.db
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      next_attempt_at: scope.clock.now(),
      completed_at: null,
      attempts_max: sql`attempt_count + ${ATTEMPTS_MAX}::int`,
    })
    .where('workspace_id', '=', scope.workspaceId)
    .where('endpoint_id', '=', endpoint.id)
    .where('test_body', 'is', null)
    .where('status', 'in', input.status ? [input.status] : ['failed', 'cancelled'])
  if (input.types) query = query.where('event_type', 'in', input.types)
  if (input.since) query = query.where('created_at', '>=', readTime(input.since, 'since'))
  if (input.until) query = query.where('created_at', '<', readTime(input.until, 'until'))
  const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
  const lane = { kind: 'webhook' as const, workspaceId: scope.workspaceId, targetId: endpoint.id }
  if (numUpdatedRows > 0n) afterCommit(scope, () => scope.wake([lane]))
  return { replayed: Number(numUpdatedRows) }
}

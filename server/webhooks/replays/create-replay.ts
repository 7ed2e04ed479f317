import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { newId } from '#lib/ids.ts'
import { readOpenEndpoint } from '../read-open-endpoint.ts'
import { countReplay } from './count-replay.ts'
import type { CountedReplay } from './count-replay.ts'
import type { ReplayInput } from './replay-filter.ts'
import { toReplay } from './schema.ts'
import type { Replay } from './schema.ts'

/**
 * Starts to queue an endpoint's deliveries again, oldest first, as a job that outlives this process.
 *
 * counted: the count, if it was started before a transaction. @throws {AppError} endpoint_not_found,
 * endpoint_disabled, validation_failed, conflicting_fields
 */
export async function createReplay(
  scope: Scope,
  endpointId: string,
  input: ReplayInput,
  counted: Promise<CountedReplay> = countReplay(scope, endpointId, input),
): Promise<Replay> {
  const { filter, count } = await counted
  const now = scope.clock.now()
  return transaction(scope, async (tx) => {
    await readOpenEndpoint(tx, filter.endpointId)
    const row = await insertRow(tx, 'webhook_replays', {
      id: newId(),
      endpoint_id: filter.endpointId,
      event_types: filter.types,
      statuses: filter.statuses,
      since: filter.since,
      until: filter.until,
      rate_limit: input.rate_limit ?? null,
      total: count.count,
      created_by_type: tx.actor.type,
      created_by_id: tx.actor.id,
      created_at: now,
      updated_at: now,
    })
    await recordAudit(tx, 'replay.created', row.id, {
      endpoint_id: row.endpoint_id,
      total: row.total,
    })
    wakeAfterCommit(tx, 'replay', [row.id])
    return toReplay(row)
  })
}

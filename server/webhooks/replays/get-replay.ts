import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import { findById } from '#db/find-by-id.ts'
import type { WebhookReplays } from '#db/tables/replays.ts'
import { AppError } from '#lib/errors.ts'
import { toReplay } from './schema.ts'
import type { ReplayWithProgress } from './schema.ts'

/** Returns a replay and the results of what it queued. @throws {AppError} replay_not_found */
export async function getReplay(scope: Scope, id: string): Promise<ReplayWithProgress> {
  const row = await findById(scope, 'webhook_replays', id)
  if (!row) throw replayNotFound(id)
  const counts = await scope.db
    .selectFrom('webhook_deliveries')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('workspace_id', '=', scope.workspaceId)
    .where('replay_id', '=', row.id)
    .groupBy('status')
    .execute()
  const none = { pending: 0, succeeded: 0, failed: 0, cancelled: 0 }
  const deliveries = Object.fromEntries(counts.map(({ status, count }) => [status, count]))
  return { ...toReplay(row), deliveries: { ...none, ...deliveries } }
}

/** Locks the row of a replay until the transaction ends and returns it. @throws {AppError} replay_not_found */
export async function lockReplay(tx: Scope, id: string): Promise<Selectable<WebhookReplays>> {
  const row = await findById(tx, 'webhook_replays', id, 'change')
  if (!row) throw replayNotFound(id)
  return row
}

function replayNotFound(id: string): AppError {
  return new AppError('replay_not_found', `There is no replay ${id} in this workspace.`)
}

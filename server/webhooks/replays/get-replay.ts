import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import { toReplay } from './schema.ts'
import type { ReplayWithProgress } from './schema.ts'

/** Returns a replay and the results of what it queued. @throws {AppError} replay_not_found */
export async function getReplay(scope: Scope, id: string): Promise<ReplayWithProgress> {
  const row = await getById(scope, 'webhook_replays', id)
  const counts = await selectFrom(scope, 'webhook_deliveries')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('replay_id', '=', row.id)
    .groupBy('status')
    .execute()
  const none = { pending: 0, succeeded: 0, failed: 0, cancelled: 0 }
  const deliveries = Object.fromEntries(counts.map(({ status, count }) => [status, count]))
  return { ...toReplay(row), deliveries: { ...none, ...deliveries } }
}

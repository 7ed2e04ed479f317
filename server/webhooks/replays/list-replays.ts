import type { Scope } from '#context.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toReplay } from './schema.ts'
import type { Replay } from './schema.ts'

/** Filters of the list. */
export type ListReplaysInput = PageInput & { endpoint_id?: string; status?: Replay['status'] }

/** One page of replays, newest first: by id, which carries the time. @throws {AppError} invalid_cursor */
export async function listReplays(scope: Scope, input: ListReplaysInput): Promise<Page<Replay>> {
  const { limit, after } = readPageInput(input)
  let query = scope.db
    .selectFrom('webhook_replays')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (after) query = query.where('id', '<', after.id)
  if (input.endpoint_id) query = query.where('endpoint_id', '=', input.endpoint_id)
  if (input.status) query = query.where('status', '=', input.status)
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toReplay)
}

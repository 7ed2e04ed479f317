import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toApiKey } from './schema.ts'
import type { ApiKey } from './schema.ts'

/** The workspace's keys, newest first; revoked and expired ones too. @throws {AppError} invalid_cursor */
export async function listApiKeys(scope: Scope, input: PageInput): Promise<Page<ApiKey>> {
  const { limit, after } = readPageInput(input)
  const query = newestFirst(
    scope.db.selectFrom('api_keys').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'created_at', id: 'id' },
    { after, limit },
  )
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toApiKey)
}

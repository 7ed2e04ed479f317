import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toEndpoint } from './schema.ts'
import type { Endpoint } from './schema.ts'

/** One page of webhook endpoints, newest first. @throws {AppError} invalid_cursor */
export async function listEndpoints(scope: Scope, input: PageInput): Promise<Page<Endpoint>> {
  const { limit, after } = readPageInput(input)
  const query = newestFirst(
    scope.db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('workspace_id', '=', scope.workspaceId),
    { time: 'created_at', id: 'id' },
    { after, limit },
  )
  const rows = await query.execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toEndpoint)
}

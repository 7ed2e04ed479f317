import type { Scope } from '#context.ts'
import { newestFirst } from '#db/newest-first.ts'
import { readPageInput, toPage } from '#lib/pagination.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** One page of the workspace's channels, newest first. @throws {AppError} invalid_cursor */
export async function listChannels(scope: Scope, input: PageInput): Promise<Page<Channel>> {
  const { limit, after } = readPageInput(input)
  const rows = await newestFirst(
    scope.db.selectFrom('channels').selectAll().where('workspace_id', '=', scope.workspaceId),
    { time: 'created_at', id: 'id' },
    { after, limit },
  ).execute()
  return toPage(rows, limit, (row) => ({ at: row.created_at, id: row.id }), toChannel)
}

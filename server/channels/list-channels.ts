import type { Scope } from '#context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/pagination.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** Lists the workspace's channels, newest first. @throws {AppError} invalid_cursor */
export async function listChannels(scope: Scope, input: PageInput): Promise<Page<Channel>> {
  const query = scope.db
    .selectFrom('channels')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
  return listPage(query, NEWEST, input, toChannel)
}

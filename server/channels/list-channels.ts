import type { Scope } from '../context.ts'
import { toChannel } from './schema.ts'
import type { Channel } from './schema.ts'

/** The channels of the workspace, the oldest first. */
export async function listChannels(scope: Scope): Promise<Channel[]> {
  const rows = await scope.db
    .selectFrom('channels')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toChannel)
}

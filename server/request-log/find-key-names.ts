import type { Scope } from '#db/context.ts'
import type { KeyNames } from './schema.ts'

/** Returns the names of API keys of the workspace, also of revoked ones. */
export async function findKeyNames(scope: Scope, ids: string[]): Promise<KeyNames> {
  if (ids.length === 0) return new Map()
  const rows = await scope.directory
    .selectFrom('api_keys')
    .select(['id', 'name', 'last_four', 'mode'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

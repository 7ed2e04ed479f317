import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import type { Me } from './schema.ts'

/** Returns the API key of the scope and its workspace. @throws {AppError} invalid_api_key if it has just been deleted */
export async function getMe(scope: Scope): Promise<Me> {
  const { actor } = scope
  const row = await scope.directory
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.id', 'api_keys.name', 'mode', 'scopes', 'rate_limit', 'expires_at'])
    .select(['team_ids', 'sees_no_team', 'bot_id'])
    .select(['workspaces.id as workspace_id', 'workspaces.name as workspace_name'])
    .where('api_keys.workspace_id', '=', scope.workspaceId)
    .where('api_keys.id', '=', actor.type === 'bot' ? actor.keyId : actor.id)
    .executeTakeFirst()
  if (!row) throw new AppError('invalid_api_key', 'There is no such API key.')
  const { workspace_id: id, workspace_name: name, ...key } = row
  return { ...key, workspace: { id, name } }
}

import type { Scope } from '#db/context.ts'
import { readPictureUrl } from '../pictures/read-picture-url.ts'
import { getWorkspace } from './get-workspace.ts'
import { toWorkspaceSettings } from './schema.ts'
import type { WorkspaceSettings } from './schema.ts'

/** Returns the workspace of the scope with its settings. */
export async function readSettings(scope: Scope): Promise<WorkspaceSettings> {
  const row = await getWorkspace(scope, scope.workspaceId)
  return toWorkspaceSettings(row, await readPictureUrl(scope))
}

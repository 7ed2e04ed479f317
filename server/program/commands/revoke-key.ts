import { revokeApiKey } from '#account/keys/revoke-api-key.ts'
import { getWorkspace } from '#account/workspaces/get-workspace.ts'
import { systemScope } from '#context.ts'
import type { Result } from './print-result.ts'
import { withContext } from './with-context.ts'

/** Runs `keys revoke`: the key is refused from the next request on. */
export async function runRevokeKey(options: { workspace: string; id: string }): Promise<Result> {
  await withContext(async (context) => {
    const { id } = await getWorkspace(context, options.workspace)
    await revokeApiKey(systemScope(context, id), options.id)
  })
  return { json: { api_key: { id: options.id } }, lines: ['The API key was revoked.'] }
}

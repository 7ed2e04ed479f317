import { revokeApiKey } from '#account/keys/revoke-api-key.ts'
import type { Result } from './print-result.ts'
import { withWorkspace } from './with-context.ts'

/** Runs `keys revoke`: the key is refused from the next request on. */
export async function runRevokeKey(options: { workspace: string; id: string }): Promise<Result> {
  await withWorkspace(options.workspace, (scope) => revokeApiKey(scope, options.id))
  return { json: { api_key: { id: options.id } }, lines: ['The API key was revoked.'] }
}

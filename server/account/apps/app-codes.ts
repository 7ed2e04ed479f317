import type { Scope } from '#context.ts'
import { insertInto } from '#db/insert-into.ts'
import { createAppSecret, hashSecret } from '#lib/api-key-format.ts'
import { APP_SECONDS } from '#shared/connected-apps.ts'
import type { AppScope } from '#shared/connected-apps.ts'
import type { Client } from './client.ts'

/** Stores that the member of the scope gives an app access, and returns the code for it. Only its hash is stored. */
export async function createAppCode(
  scope: Scope,
  given: { client: Client; redirectUri: string; challenge: string; scopes: AppScope[] },
): Promise<string> {
  const code = createAppSecret('code')
  const now = scope.clock.now()
  const { client, redirectUri, challenge, scopes } = given
  await insertInto(scope.directory, 'app_codes', {
    hash: hashSecret(code),
    workspace_id: scope.workspaceId,
    membership_id: scope.actor.id!,
    client_id: client.id,
    client_name: client.name,
    redirect_uri: redirectUri,
    challenge,
    scopes,
    created_at: now,
    expires_at: new Date(now.getTime() + APP_SECONDS.code * 1_000),
  })
  return code
}

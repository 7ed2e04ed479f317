import type { Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { createAppSecret, hashSecret } from '#lib/api-key-format.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { APP_SECONDS } from '#shared/connected-apps.ts'
import type { AppScope } from '#shared/connected-apps.ts'
import { refuseApp } from './client.ts'
import type { Client } from './client.ts'
import type { ClientFinder } from './create-client-finder.ts'
import { grantableScopes } from './grantable-scopes.ts'
import { readAppRequest } from './read-app-request.ts'
import type { AnswerAppBody } from './schema.ts'
import { toReturnAddress } from './to-return-address.ts'

/**
 * Answers the request of an app: with a code for the scopes that the member chose, or with `access_denied` if they are empty.
 * Returns the address to which the browser must go. `workspace_id` must be the one of the scope, because another tab may have
 * switched the session to another workspace after the member read the request.
 *
 * @throws {AppError} app_refused, validation_failed (scopes), workspace_changed
 */
export async function answerAppRequest(
  scope: Scope,
  clients: ClientFinder,
  { query, scopes, workspace_id: workspaceId, held }: AnswerAppBody & { held: readonly string[] },
): Promise<{ return_url: string }> {
  const request = await readAppRequest(scope, clients, query)
  if (request.refusal) throw refuseApp(request.refusal.message)
  if (scopes.length === 0) {
    const answer = { error: 'access_denied', error_description: 'The user refused access.' }
    return { return_url: toReturnAddress(scope, request, answer) }
  }
  if (workspaceId !== scope.workspaceId)
    throw new AppError(
      'workspace_changed',
      'You switched to another workspace meanwhile. Reload the page and check the request again.',
    )
  const grantable = grantableScopes(request.scopes, held)
  const wrong = scopes.find((each) => !grantable.includes(each))
  if (wrong !== undefined)
    throw invalidField(
      'scopes',
      request.scopes.includes(wrong)
        ? `contains ${wrong}, which only an admin can give`
        : `contains ${wrong}, for which the app did not ask`,
    )
  const chosen = grantable.filter((each) => scopes.includes(each))
  const code = await createAppCode(scope, { ...request, scopes: chosen })
  return { return_url: toReturnAddress(scope, request, { code }) }
}

/** Stores that the member of the scope gives an app access, and returns the code for it. Only its hash is stored. */
async function createAppCode(
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

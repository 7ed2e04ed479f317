import type { Scope } from '#db/context.ts'
import type { ClientFinder } from './create-client-finder.ts'
import { grantableScopes } from './grantable-scopes.ts'
import { readAppRequest } from './read-app-request.ts'
import { isLoopback } from './is-redirect-uri.ts'
import type { ShownAppRequest } from './schema.ts'
import { toReturnAddress } from './to-return-address.ts'

/** Returns what a member sees before giving an app access. @throws {AppError} app_refused */
export async function showAppRequest(
  scope: Scope,
  clients: ClientFinder,
  { query, held }: { query: string; held: readonly string[] },
): Promise<ShownAppRequest> {
  const request = await readAppRequest(scope, clients, query)
  const { client, redirectUri } = request
  const shown = {
    name: client.name,
    host: client.host,
    redirect_host: new URL(redirectUri).host,
    is_local: isLoopback(redirectUri),
  }
  if (request.refusal) {
    const { code: error, message: error_description } = request.refusal
    const return_url = toReturnAddress(scope, request, { error, error_description })
    return { ...shown, scopes: [], refusal: { error, message: error_description, return_url } }
  }
  const grantable: readonly string[] = grantableScopes(request.scopes, held)
  return {
    ...shown,
    scopes: request.scopes.map((each) => ({ scope: each, can_grant: grantable.includes(each) })),
    refusal: null,
  }
}

import type { WithConfig } from '#db/context.ts'
import { APP_SCOPES, DEFAULT_APP_SCOPES } from '#shared/connected-apps.ts'
import type { AppScope } from '#shared/connected-apps.ts'
import { isMcpUrl } from '#lib/mcp-url.ts'
import { refuseApp } from './client.ts'
import type { Client } from './client.ts'
import type { ClientFinder } from './create-client-finder.ts'
import { OauthError } from './oauth-error.ts'
import { readParameters } from './read-parameters.ts'
import { isRegistered } from './is-redirect-uri.ts'

/** A valid request of an app for access, or `refusal` with what is wrong about it, which the app may learn. */
type AppRequest = {
  client: Client
  redirectUri: string
  state: string | undefined
} & ({ refusal: OauthError } | { refusal?: never; challenge: string; scopes: AppScope[] })

const STATE_CHARACTERS_MAX = 2_000

/**
 * Reads the query of the address to which an app leads the browser. Sources: RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2.
 *
 * @throws {AppError} app_refused: the app or its redirect address is not known, so the browser must not be sent there
 */
export async function readAppRequest(
  context: WithConfig,
  clients: ClientFinder,
  query: string,
): Promise<AppRequest> {
  const given = readUnique(query)
  const id = given.get('client_id')
  const redirectUri = given.get('redirect_uri')
  if (id === undefined) throw refuseApp('The request names no app. Start again in the app.')
  const client = await clients.find(id)
  if (redirectUri === undefined || !isRegistered(client.redirectUris, redirectUri))
    throw refuseApp('The address to which the app wants to return is not one of its own.')
  const state = given.get('state')
  const known = { client, redirectUri, state }
  try {
    return { ...known, ...readRest(context, given) }
  } catch (err) {
    if (err instanceof OauthError) return { ...known, refusal: err }
    throw err
  }
}

function readUnique(query: string): ReadonlyMap<string, string> {
  try {
    return readParameters(query)
  } catch (err) {
    if (err instanceof OauthError)
      throw refuseApp(`The request of the app is not valid: ${err.message}`)
    throw err
  }
}

function readRest(
  context: WithConfig,
  given: ReadonlyMap<string, string>,
): { challenge: string; scopes: AppScope[] } {
  if (given.get('response_type') !== 'code')
    throw new OauthError('unsupported_response_type', 'response_type must be code.')
  if ((given.get('response_mode') ?? 'query') !== 'query')
    throw new OauthError('invalid_request', 'response_mode must be query.')
  const challenge = given.get('code_challenge')
  if (given.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge ?? ''))
    throw new OauthError(
      'invalid_request',
      'PKCE is required: send code_challenge with code_challenge_method=S256.',
    )
  if ((given.get('state')?.length ?? 0) > STATE_CHARACTERS_MAX)
    throw new OauthError('invalid_request', 'state is too long.')
  const resource = given.get('resource')
  if (resource !== undefined && !isMcpUrl(context.config, resource))
    throw new OauthError('invalid_target', `resource must be ${context.config.publicUrl}/mcp.`)
  return { challenge: challenge!, scopes: readScopes(given.get('scope')) }
}

/** Returns the scopes that an app asks for. Unknown ones are ignored, because apps ask many servers for the same. */
function readScopes(text: string | undefined): AppScope[] {
  if (text === undefined) return [...DEFAULT_APP_SCOPES]
  const asked = text.split(' ')
  const known = APP_SCOPES.filter((each) => asked.includes(each))
  if (known.length > 0) return known
  throw new OauthError('invalid_scope', `scope must contain one of ${APP_SCOPES.join(', ')}.`)
}

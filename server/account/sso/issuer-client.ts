import type * as oidc from 'openid-client'
import type { WithClock, WithConfig } from '#db/context.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'
import { AppError } from '#lib/errors.ts'
import { createSafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { clientSecretOf } from './encrypt-client-secret.ts'
import type { Connection } from './find-connection.ts'
import { loadOidc } from './load-oidc.ts'
import { IssuerRequestError, reasonOf } from './sso-refusal.ts'

/** Requests to the issuers of workspaces. `close` closes the connections that are kept alive. */
export type IssuerClient = {
  /** Reads the issuer's metadata, at most ten minutes old. @throws {AppError} sso_unavailable */
  discover: (connection: Connection) => Promise<oidc.Configuration>
  close: () => Promise<void>
}

const REQUEST_MS = 8_000
const RESPONSE_BYTES_MAX = 256 * 1024
const CACHE_MS = 10 * 60_000
const CACHED_MAX = 1_000

/**
 * Creates the client. An admin chooses the issuer, and the issuer's metadata names further addresses, so every request
 * obeys the rules for URLs of customers, has a deadline and a size limit, and follows no redirect.
 */
export function createIssuerClient(context: WithConfig & WithClock): IssuerClient {
  const { config, clock } = context
  const client = createSafeFetch(customerUrlRules(config))
  const cached = new Map<string, { until: number; found: Promise<oidc.Configuration> }>()

  async function request(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
    const { method, headers, body } = options
    const response = await client.fetch({
      url,
      method: method as 'GET' | 'POST',
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body !== null && body !== undefined && { body: toText(body) }),
      timeoutMs: REQUEST_MS,
      responseBytesMax: RESPONSE_BYTES_MAX,
      ...(options.signal && { signal: options.signal }),
    })
    const { host } = new URL(url)
    if (!response.ok) throw new IssuerRequestError(`${host}: ${response.message}`)
    if (response.truncated) throw new IssuerRequestError(`${host}: The response is too large.`)
    const hasBody = response.status !== 204 && response.status >= 200
    return new Response(hasBody ? new Uint8Array(response.body) : null, {
      status: response.status,
      headers: response.headers,
    })
  }

  async function read(connection: Connection): Promise<oidc.Configuration> {
    const oidc = await loadOidc()
    const url = new URL(connection.issuer)
    const secret = clientSecretOf(context, connection)
    const found = await oidc.discovery(url, connection.client_id, undefined, oidc.None(), {
      [oidc.customFetch]: request,
      timeout: REQUEST_MS / 1000,
      execute: [
        oidc.enableNonRepudiationChecks,
        ...(config.allowLocalWebhooks ? [oidc.allowInsecureRequests] : []),
      ],
    })
    const metadata = found.serverMetadata()
    if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
      throw new Error('The issuer does not support the authorization code flow.')
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authentication =
      secret === null
        ? oidc.None()
        : methods.includes('client_secret_basic')
          ? oidc.ClientSecretBasic(secret)
          : oidc.ClientSecretPost(secret)
    const own = new oidc.Configuration(metadata, connection.client_id, undefined, authentication)
    own[oidc.customFetch] = request
    own.timeout = REQUEST_MS / 1000
    oidc.enableNonRepudiationChecks(own)
    if (config.allowLocalWebhooks) oidc.allowInsecureRequests(own)
    return own
  }

  return {
    async discover(connection) {
      const key = `${connection.id} ${connection.updated_at.getTime()}`
      const now = clock.now().getTime()
      let entry = cached.get(key)
      if (!entry || entry.until < now) {
        if (cached.size >= CACHED_MAX) cached.clear()
        entry = { until: now + CACHE_MS, found: read(connection) }
        cached.set(key, entry)
      }
      try {
        return await entry.found
      } catch (err) {
        cached.delete(key)
        throw new AppError('sso_unavailable', `The issuer cannot be used. ${reasonOf(err)}`)
      }
    },
    close: () => client.close(),
  }
}

function toText(body: NonNullable<oidc.FetchBody>): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('Only texts are sent to issuers.')
}

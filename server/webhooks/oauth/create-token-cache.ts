import type { Context } from '#db/context.ts'
import type { SafeFetch } from '#lib/outgoing/safe-fetch.ts'
import type { OauthClient } from '#shared/webhooks.ts'
import { requestToken } from './request-token.ts'
import type { TokenResult } from './request-token.ts'
import { openOauthSecret } from './seal-oauth.ts'
import type { SealedOauth } from './seal-oauth.ts'

type OauthEndpoint = SealedOauth & { workspace_id: string; id: string }

/** Bearer tokens for the deliveries of one endpoint. */
export type EndpointTokens = {
  /** Returns a token, or why there is none. @throws {UnreadableSecretError} */
  get: () => Promise<TokenResult>
  /** Forgets a token that the receiver refused. */
  drop: (token: string) => void
}

/** Bearer tokens of endpoints in the memory of one process. */
export type TokenCache = {
  /** Returns the tokens of an endpoint; undefined if it has no OAuth client. */
  of: (endpoint: OauthEndpoint) => EndpointTokens | undefined
}

/** A token, or the request for one. `until`, in ms, is unknown while the request is under way. */
type Cached = {
  oauth: string
  secret: Buffer
  found: Promise<TokenResult>
  token?: string
  until?: number
}

/** Most endpoints whose tokens are kept; the token that was requested first is forgotten first. */
const CACHED_MAX = 10_000

/**
 * Creates an empty cache. Concurrent deliveries of an endpoint share one request. A token is kept until shortly before
 * it expires; a failure, and a token of an earlier OAuth client of the endpoint, are not kept.
 */
export function createTokenCache(
  context: Pick<Context, 'config' | 'clock'>,
  fetch: SafeFetch['fetch'],
  timeoutMs?: number,
): TokenCache {
  const { clock } = context
  const tokens = new Map<string, Cached>()

  function request(
    key: string,
    endpoint: OauthEndpoint,
    oauth: OauthClient,
    secret: Buffer,
  ): Promise<TokenResult> {
    const client = { ...oauth, client_secret: openOauthSecret(context, endpoint, secret) }
    const startedAt = clock.now()
    const found = requestToken(fetch, client, startedAt, timeoutMs)
    const entry: Cached = { oauth: JSON.stringify(oauth), secret, found }
    const forget = () => {
      if (tokens.get(key) === entry) tokens.delete(key)
    }
    tokens.delete(key)
    tokens.set(key, entry)
    const [oldest] = tokens.keys()
    if (tokens.size > CACHED_MAX && oldest !== undefined) tokens.delete(oldest)
    found.then((result) => {
      if (result.token === null) return forget()
      entry.token = result.token
      // From the start of the request, because the server counts from a moment before its answer arrives.
      entry.until = startedAt.getTime() + result.usableMs
    }, forget)
    return found
  }

  function isUsable(entry: Cached, oauth: OauthClient, secret: Buffer): boolean {
    return (
      entry.secret.equals(secret) &&
      entry.oauth === JSON.stringify(oauth) &&
      (entry.until === undefined || clock.now().getTime() < entry.until)
    )
  }

  return {
    of(endpoint) {
      const { oauth, oauth_secret: secret } = endpoint
      if (!oauth || !secret) return undefined
      const key = `${endpoint.workspace_id} ${endpoint.id}`
      return {
        get: async () => {
          const entry = tokens.get(key)
          if (entry && isUsable(entry, oauth, secret)) return entry.found
          return request(key, endpoint, oauth, secret)
        },
        drop(token) {
          if (tokens.get(key)?.token === token) tokens.delete(key)
        },
      }
    },
  }
}

import { invalidField } from '#lib/errors.ts'
import type { OauthChanges } from './schema.ts'
import type { OauthClient } from '#shared/webhooks.ts'
import type { OpenOauth } from './seal-oauth.ts'

/** A client's id and secret. Source: VSCHAR of RFC 6749, appendix A. */
const VISIBLE = /^[\x20-\x7e]+$/

/** Source: `scope` of RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

/**
 * Returns the OAuth client of an endpoint after `changes`; null for none. `openSecret` decrypts the stored secret; it is
 * undefined if the endpoint's URL gets another origin. The secret is kept only with it, and with a token URL of the same
 * origin. Otherwise a key that may change endpoints could have the secret, or a token, sent to a server of its own.
 *
 * @throws {AppError} validation_failed, which never contains a value
 */
export function mergeOauth(
  stored: OauthClient | null,
  changes: OauthChanges,
  openSecret?: () => string,
): OpenOauth | null {
  if (!changes) return null
  const tokenUrl = changes.token_url ?? stored?.token_url
  const clientId = changes.client_id ?? stored?.client_id
  const scope = changes.scope === undefined ? (stored?.scope ?? null) : changes.scope
  if (tokenUrl === undefined) throw refused('token_url', 'is required')
  if (clientId === undefined) throw refused('client_id', 'is required')
  const isKept = stored !== null && isSameOrigin(stored.token_url, tokenUrl)
  const secret = changes.client_secret ?? (isKept ? openSecret?.() : undefined)
  if (secret === undefined)
    throw refused(
      'client_secret',
      stored
        ? 'must be sent again when the URL or the token URL names another server'
        : 'is required',
    )
  for (const [field, value] of [
    ['client_id', clientId],
    ['client_secret', secret],
  ] as const)
    if (!VISIBLE.test(value)) throw refused(field, 'has characters outside ASCII')
  if (scope !== null && !SCOPE.test(scope))
    throw refused('scope', 'must be scopes with one space between them')
  return { token_url: tokenUrl, client_id: clientId, client_secret: secret, scope }
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.parse(one)?.origin === URL.parse(other)?.origin
}

function refused(field: string, message: string) {
  return invalidField(`oauth.${field}`, message)
}

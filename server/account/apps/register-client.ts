import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WithClock, WithConfig } from '#db/context.ts'
import { deriveKey, keyRingOf } from '#lib/encrypt.ts'
import { readName, refuseApp } from './client.ts'
import type { Client } from './client.ts'
import { OauthError } from './oauth-error.ts'
import { isRedirectUri } from './is-redirect-uri.ts'

/** The contents of a client id: the name, the redirect addresses, and when it was issued, in seconds. */
type Sealed = { n: string; r: string[]; t: number }

const PREFIX = 'app.'
const REDIRECT_URIS_MAX = 10
/** A client id is part of an address, which servers and browsers limit. */
const ID_CHARACTERS_MAX = 4_000

/**
 * Registers a program that cannot publish a description. Its client id is the signed description itself, so that nothing is
 * stored for strangers. Returns the answer to the program. Source: RFC 7591 §3.2.1.
 *
 * @throws {OauthError} invalid_client_metadata, invalid_redirect_uri
 */
export function registerClient(context: WithConfig & WithClock, body: unknown) {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new OauthError('invalid_client_metadata', 'The body must be a JSON object.')
  const given = body as Record<string, unknown>
  const uris = given['redirect_uris']
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > REDIRECT_URIS_MAX)
    throw new OauthError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${REDIRECT_URIS_MAX} addresses.`,
    )
  const wrong = uris.find((each) => !isRedirectUri(each))
  if (wrong !== undefined)
    throw new OauthError(
      'invalid_redirect_uri',
      `${JSON.stringify(wrong).slice(0, 200)} is not allowed. Use https, or http on localhost, without a fragment.`,
    )
  const name = readName(given['client_name'] ?? 'App')
  if (name === undefined)
    throw new OauthError('invalid_client_metadata', 'client_name must be a text.')
  const issuedAt = Math.floor(context.clock.now().getTime() / 1000)
  const sealed: Sealed = { n: name, r: uris as string[], t: issuedAt }
  const text = Buffer.from(JSON.stringify(sealed)).toString('base64url')
  const { current } = keyRingOf(context.config, 'register apps')
  const id = `${PREFIX}${text}.${sign(current, text)}`
  if (id.length > ID_CHARACTERS_MAX)
    throw new OauthError('invalid_client_metadata', 'The redirect addresses are too long.')
  return {
    client_id: id,
    client_id_issued_at: issuedAt,
    client_name: name,
    redirect_uris: sealed.r,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

/** Returns the program that `registerClient` registered with this id. @throws {AppError} app_refused */
export function readRegisteredClient({ config }: WithConfig, id: string): Client {
  const { current, previous } = keyRingOf(config, 'register apps')
  const [text = '', signature = ''] = id.startsWith(PREFIX)
    ? id.slice(PREFIX.length).split('.', 2)
    : []
  // Compared as texts, because several texts decode to the same bytes.
  const given = Buffer.from(signature)
  const isOurs = [current, ...previous].some((key) => {
    const expected = Buffer.from(sign(key, text))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isOurs || id !== `${PREFIX}${text}.${signature}`)
    throw refuseApp(
      'The app is not registered here. Remove the connection in the app and add it again.',
    )
  const { n: name, r: redirectUris }: Sealed = JSON.parse(
    Buffer.from(text, 'base64url').toString('utf8'),
  )
  return { id, name, host: null, redirectUris }
}

function sign(secretKey: Buffer, text: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'parley client ids of apps'))
    .update(text)
    .digest('base64url')
}

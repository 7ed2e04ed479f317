import { parseRetryAfter } from '#lib/outgoing/next-attempt-delay-ms.ts'
import type { SafeFetch, SafeResponse } from '#lib/outgoing/safe-fetch.ts'
import { parseJson } from '#lib/parse-json.ts'
import type { TokenError } from '#shared/webhooks.ts'
import type { OpenOauth } from './seal-oauth.ts'

/** A bearer token and for how long it may be used, or why there is none. */
export type TokenResult =
  | { token: string; usableMs: number }
  | { token: null; error: TokenError; retryAfterMs: number | undefined }

/** Deadline of a token request, including the response's body. */
const TOKEN_MS = 5_000

const RESPONSE_BYTES_MAX = 64 * 1024

/** Lifetimes in seconds: of a token that names none, and the longest time that a token is used. */
const LIFETIME = { default: 300, max: 3_600 } as const

/** A token is used until this many seconds before its end, but for at least half of its lifetime. */
const MARGIN_SECONDS = 30

/** Servers accept headers of 16 KiB at least. */
const TOKEN_CHARACTERS_MAX = 12_000

/** Source: `b64token` of RFC 6750, section 2.1, and every other character that a header can carry without a space. */
const TOKEN = /^[\x21-\x7e]+$/

/**
 * Requests a bearer token with the credentials of a client. Source: RFC 6749, sections 2.3.1 and 4.4. Never rejects
 * because of the server. The result contains nothing that the server said, because it could repeat the secret.
 */
export async function requestToken(
  fetch: SafeFetch['fetch'],
  client: OpenOauth,
  now: Date,
  timeoutMs = TOKEN_MS,
): Promise<TokenResult> {
  const { token_url: url, client_id: id, client_secret: secret, scope } = client
  const credentials = Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')
  const response = await fetch({
    url,
    headers: {
      Authorization: `Basic ${credentials}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'Parley-Webhooks/1',
    },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      ...(scope !== null && { scope }),
    }).toString(),
    timeoutMs: Math.min(timeoutMs, TOKEN_MS),
    responseBytesMax: RESPONSE_BYTES_MAX,
  })
  const found = readToken(response)
  if (typeof found === 'object') return found
  const { headers } = response
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now.getTime(), headers['date'])
  return { token: null, error: found, retryAfterMs }
}

function readToken(response: SafeResponse): TokenError | { token: string; usableMs: number } {
  if (!response.ok) {
    const { error } = response
    const isBlocked = error === 'blocked_target' || error === 'invalid_url'
    return isBlocked ? 'token_server_blocked' : 'token_server_failed'
  }
  if (response.status >= 500) return 'token_server_failed'
  if (response.status !== 200) return 'token_refused'
  const body = response.truncated ? undefined : parseObject(response.body)
  if (!body) return 'token_invalid'
  const { access_token: token, token_type: type, expires_in: lifetime } = body
  if (typeof token !== 'string' || token.length > TOKEN_CHARACTERS_MAX || !TOKEN.test(token))
    return 'token_invalid'
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer') return 'token_invalid'
  return { token, usableMs: toUsableMs(lifetime) }
}

/** Returns for how many ms a token is used whose server says that it is valid for `lifetime` seconds. */
function toUsableMs(lifetime: unknown): number {
  // Some servers send the number as a text.
  const isText = typeof lifetime === 'string' && /^\d{1,10}$/.test(lifetime)
  const seconds = isText ? Number(lifetime) : lifetime
  const given = typeof seconds === 'number' ? Math.max(0, seconds) : LIFETIME.default
  const margin = Math.min(MARGIN_SECONDS, given / 2)
  return Math.min(given - margin, LIFETIME.max) * 1_000
}

function parseObject(body: Buffer): Record<string, unknown> | undefined {
  const value = parseJson(body.toString('utf8'))
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}

/** Encodes a client's id or secret. Source: RFC 6749, appendix B. */
function encode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

import { CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { readEmail } from '#lib/read-email.ts'
import { cutText } from '#lib/cut-text.ts'
import { cleanName } from '#lib/clean-name.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '#lib/errors.ts'
import { toE164 } from '#lib/to-e164.ts'

/** A user whom the site vouches for. `address` is that of the user's conversation. */
export type VerifiedUser = {
  address: string
  name: string | null
  email: string | null
  phone: string | null
}

/** How far the clock of the site may be ahead when a token begins. */
const CLOCK_SKEW_SECONDS = 60
/** How far away the end of a token may be. */
const LIFETIME_SECONDS_MAX = 7 * 86_400
const TOKEN = /^([\w-]{1,500})\.([\w-]{1,4000})\.([\w-]{43})$/

/**
 * Reads the token of a user, a JSON Web Token that the site signed by HMAC-SHA256 with the secret of the web chat. `sub` is
 * the user's id, and `exp` is required, at most seven days away; `name`, `email` and `phone_number` are optional. `audience`, if
 * the web chat names one, must be in `aud`. `iat` is not compared with anything: RFC 7519 gives it no such meaning.
 *
 * Source: RFC 7515 §4.1.11 (crit); RFC 7519; OpenID Connect Core 1.0, "Standard Claims".
 * @throws {AppError} invalid_signature
 */
export function verifyUserToken(
  token: string,
  { secret, audience, now }: { secret: string; audience: string | null; now: Date },
): VerifiedUser {
  const [, header, payload, signature] = TOKEN.exec(token) ?? []
  if (header === undefined) throw refuse('It is not a JSON Web Token.')
  const { alg, crit } = readJson(header)
  if (alg !== 'HS256') throw refuse('Its algorithm must be HS256.')
  if (crit !== undefined) throw refuse('Its header has crit, and no extension is known here.')
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest()
  const given = Buffer.from(signature!, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw refuse('It is not signed with the secret of this web chat.')
  const { sub, exp, nbf, aud, name, email, phone_number: phone } = readJson(payload!)
  const seconds = now.getTime() / 1000
  if (typeof exp !== 'number') throw refuse('The claim exp is missing.')
  if (exp <= seconds) throw refuse('It has expired.')
  if (exp > seconds + LIFETIME_SECONDS_MAX) throw refuse('Its end must be at most 7 days away.')
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf <= seconds + CLOCK_SKEW_SECONDS))
    throw refuse('It is not valid yet: nbf must be a time that has passed.')
  if (audience !== null && !(Array.isArray(aud) ? aud : [aud]).includes(audience))
    throw refuse('Its claim aud must name the audience of this web chat.')
  const id = typeof sub === 'number' ? String(sub) : sub
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(id))
    throw refuse('The claim sub must be the id of the user: 1 to 200 visible ASCII characters.')
  return {
    address: `user:${id}`,
    name: typeof name === 'string' ? toStoredName(name) : null,
    email: typeof email === 'string' ? (readEmail(email) ?? null) : null,
    phone: typeof phone === 'string' && phone.startsWith('+') ? (toE164(phone) ?? null) : null,
  }
}

/** Returns a name as it is stored, null when it shows nothing. */
export function toStoredName(name: string): string | null {
  return cutText(cleanName(name) ?? '', CONTACT_CHARACTERS_MAX.name) || null
}

function readJson(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Refused below.
  }
  throw refuse('It is not a JSON Web Token.')
}

function refuse(reason: string): AppError {
  return new AppError('invalid_signature', `The token of the user is not valid. ${reason}`)
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { WithClock, WithConfig } from '#db/context.ts'
import { deriveKey } from '#lib/encrypt.ts'
import { createOwnCookie } from './create-own-cookie.ts'
import { readCookie } from './read-cookie.ts'

/** Reads and writes the signed cookie that contains the token of a session. */
export type SessionCookie = {
  /** Returns the token in the request's cookie, or undefined if there is none or its signature is wrong. */
  read: (headers: IncomingHttpHeaders) => string | undefined
  /** Returns the Set-Cookie header that stores a token until `expiresAt`. */
  write: (token: string, expiresAt: Date) => string
  /** Returns the Set-Cookie header that deletes the cookie. */
  clear: () => string
}

/** The path of the routes for sign-in. */
export const AUTH_PATH = '/api/auth'

/**
 * Creates the reader and writer of the session cookie. The signature lets the server refuse a forged cookie without a
 * query.
 */
export function createSessionCookie({ config, clock }: WithConfig & WithClock): SessionCookie {
  if (!config.secretKey) throw new Error('SECRET_KEY is required to sign sessions.')
  const secret = deriveKey(config.secretKey, 'parley sessions').toString('hex')
  const cookie = createOwnCookie({ config }, { name: 'parley.session_token', path: '/' })
  return {
    read: (headers) => readSignedCookie(headers.cookie, cookie.name, secret),
    write: (token, expiresAt) =>
      cookie.write(
        toSignedCookie(token, secret),
        Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000),
      ),
    clear: cookie.clear,
  }
}

/**
 * Returns the value of a cookie that was signed with `secret`, or undefined if it is missing or its signature is wrong.
 * The cookie contains the value, a dot, and the base64 HMAC-SHA256 of the value, all percent-encoded.
 */
function readSignedCookie(
  header: string | undefined,
  name: string,
  secret: string,
): string | undefined {
  const signed = readCookie(header, name)
  if (signed === undefined) return undefined
  const dot = signed.lastIndexOf('.')
  if (dot < 1) return undefined
  const value = signed.slice(0, dot)
  const given = Buffer.from(signed.slice(dot + 1), 'base64')
  const expected = signatureOf(value, secret)
  return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined
}

/** Returns the value of a cookie that `readSignedCookie` reads. */
function toSignedCookie(value: string, secret: string): string {
  return encodeURIComponent(`${value}.${signatureOf(value, secret).toString('base64')}`)
}

function signatureOf(value: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(value).digest()
}

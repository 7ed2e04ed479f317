import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { deriveKey } from '#lib/encryption.ts'
import { readSignedCookie } from './signed-cookie.ts'

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

/** The name starts with `__Secure-` if the public URL uses https. */
const COOKIE = 'parley.session_token'

/**
 * Creates the reader and writer of the session cookie. The signature lets the server refuse a forged cookie without a
 * query.
 */
export function createSessionCookie({
  config,
  clock,
}: Pick<Context, 'config' | 'clock'>): SessionCookie {
  if (!config.secretKey) throw new Error('SECRET_KEY is required to sign sessions.')
  const secret = deriveKey(config.secretKey, 'parley sessions').toString('hex')
  const secure = config.publicUrl.startsWith('https:')
  const name = secure ? `__Secure-${COOKIE}` : COOKIE
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    read: (headers) => readSignedCookie(headers.cookie, name, secret),
    write(token, expiresAt) {
      const signature = createHmac('sha256', secret).update(token).digest('base64')
      const seconds = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 1000)
      return `${name}=${encodeURIComponent(`${token}.${signature}`)}; Max-Age=${seconds}; ${attributes}`
    },
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}

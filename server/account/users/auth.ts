import { hkdfSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { newId } from '#lib/ids.ts'
import { readSignedCookie } from './signed-cookie.ts'

/** Sign-in by browser session: `handle` is better-auth's own HTTP, `readToken` the session token of a cookie. */
export type Auth = {
  handle: (request: Request) => Promise<Response>
  readToken: (headers: IncomingHttpHeaders) => string | undefined
}

/** Where better-auth's routes live. */
export const AUTH_PATH = '/api/auth'

/** The header in which `handle` is told the caller's address; what a caller sends under this name never counts. */
export const ADDRESS_HEADER = 'x-parley-address'

/** The cookie of a session; its name begins with `__Secure-` where the public address is https. */
const COOKIE = 'parley.session_token'

/** Days that a session lives after it was last renewed, which `get-session` does once a day. */
const SESSION_DAYS = 7

/** Characters of a password. */
export const PASSWORD_CHARACTERS = { min: 8, max: 128 } as const

/** Sign-in with e-mail and password over the product's own tables. Nothing leaves the machine. */
export function createAuth(context: Context): Auth {
  const { publicUrl, secretKey } = context.config
  if (!secretKey) throw new Error('SECRET_KEY is required to sign sessions.')
  const secret = Buffer.from(hkdfSync('sha256', secretKey, '', 'parley sessions', 32)).toString(
    'hex',
  )
  const secure = publicUrl.startsWith('https:')
  const cookie = secure ? `__Secure-${COOKIE}` : COOKIE
  let library: Promise<{ handler: (request: Request) => Promise<Response> }> | undefined
  return {
    // Loaded with the first sign-in: a process that serves keys alone starts sooner and stays smaller.
    handle: async (request) =>
      (await (library ??= openLibrary(context, secret, secure))).handler(request),
    readToken: (headers) => readSignedCookie(headers.cookie, cookie, secret),
  }
}

async function openLibrary(context: Context, secret: string, secure: boolean) {
  const { betterAuth } = await import('better-auth')
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return betterAuth({
    baseURL: context.config.publicUrl,
    basePath: AUTH_PATH,
    secret,
    database: { db: context.db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) => context.log.error({ details }, `auth: ${message}`),
    },
    // What is not an answer of the library's own, such as an unreachable database, is ours to answer.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARACTERS.min,
      maxPasswordLength: PASSWORD_CHARACTERS.max,
    },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_DAYS * 86_400,
      updateAge: 86_400,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
    },
    user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
    // routes.ts limits by address and by account, and checks the origin, before the library is asked.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'parley',
      useSecureCookies: secure,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: () => newId(), validateSchema: false },
    },
  })
}

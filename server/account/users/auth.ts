import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { deriveKey } from '#lib/encryption.ts'
import { newId } from '#lib/ids.ts'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { readSignedCookie } from './signed-cookie.ts'

/**
 * Sign-in with browser sessions. `handle` is better-auth's HTTP handler, `readToken` returns the session token
 * of a cookie.
 */
export type Auth = {
  handle: (request: Request) => Promise<Response>
  readToken: (headers: IncomingHttpHeaders) => string | undefined
}

/** The path of better-auth's routes. */
export const AUTH_PATH = '/api/auth'

/** The header that passes the caller's address to `handle`. A value sent by the caller is overwritten. */
export const ADDRESS_HEADER = 'x-parley-address'

/** The session cookie. Its name starts with `__Secure-` if the public URL uses https. */
const COOKIE = 'parley.session_token'

/** A session expires this many days after its last renewal; `get-session` renews it once a day. */
const SESSION_DAYS = 7

/** Creates the sign-in with e-mail and password on the product's own tables. It makes no external requests. */
export function createAuth(context: Context): Auth {
  const { publicUrl, secretKey } = context.config
  if (!secretKey) throw new Error('SECRET_KEY is required to sign sessions.')
  const secret = deriveKey(secretKey, 'parley sessions').toString('hex')
  const secure = publicUrl.startsWith('https:')
  const cookie = secure ? `__Secure-${COOKIE}` : COOKIE
  let library: Promise<{ handler: (request: Request) => Promise<Response> }> | undefined
  return {
    // The library is loaded at the first sign-in, because processes that only serve API keys then start faster
    // and use less memory.
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
    // Throw errors such as an unreachable database, so that our own error handler responds.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      maxPasswordLength: PASSWORD_CHARACTERS.max,
      password: {
        hash: (password) => hashPassword(context, password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
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
    databaseHooks: {
      session: {
        create: {
          // The library then refuses the sign-in as if the password were wrong.
          before: async ({ userId }) => ((await isDisabled(context, userId)) ? false : undefined),
        },
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
    // routes.ts limits requests by address and by account and checks the origin before it calls the library.
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

async function isDisabled(context: Context, userId: string): Promise<boolean> {
  const user = await context.db
    .selectFrom('users')
    .select('disabled_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.disabled_at !== null
}

import type { Context, WithConfig } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import type { Browser } from '../sign-in/browser-of.ts'
import type { Connection } from './find-connection.ts'
import type { IssuerClient } from './issuer-client.ts'
import { loadOidc } from './load-oidc.ts'
import { recordSsoFailure } from './record-sso-failure.ts'

/** The time in which the issuer must answer. */
export const SSO_MS = 10 * 60_000
const TOKEN_BYTES = 32
const SCOPE = 'openid email profile'

/** Returns the address to which the issuer sends the browser back. Each workspace has its own, against mix-ups. */
export function redirectUri({ config }: WithConfig, workspaceId: string): string {
  return `${config.publicUrl}/api/auth/sso/callback/${workspaceId}`
}

/**
 * Starts a sign-in at an issuer, or the confirmation of the session `sessionId`. Returns the issuer's page, and the token
 * that binds the answer to the browser; it is stored only as a hash. The audit log shows an issuer that cannot be used.
 *
 * @throws {AppError} sso_unavailable
 */
export async function startSso(
  context: Context,
  issuers: IssuerClient,
  input: {
    connection: Connection
    next: string
    email?: string | undefined
    sessionId?: string | undefined
    browser: Browser
  },
): Promise<{ token: string; url: string }> {
  const { connection, next, email, sessionId, browser } = input
  const issuer = await issuers.discover(connection).catch(async (err: unknown) => {
    await recordSsoFailure(context, connection, { err, browser })
    throw err
  })
  const oidc = await loadOidc()
  const token = createToken(TOKEN_BYTES)
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const verifier = oidc.randomPKCECodeVerifier()
  const now = context.clock.now()
  await insertInto(context.directory, 'sso_attempts', {
    hash: hashSecret(token),
    workspace_id: connection.workspace_id,
    connection_id: connection.id,
    state,
    nonce,
    verifier,
    next,
    session_id: sessionId ?? null,
    expires_at: new Date(now.getTime() + SSO_MS),
    created_at: now,
  })
  const url = oidc.buildAuthorizationUrl(issuer, {
    redirect_uri: redirectUri(context, connection.workspace_id),
    scope: SCOPE,
    response_type: 'code',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email !== undefined && { login_hint: email }),
    ...(sessionId !== undefined && { prompt: 'login', max_age: '0' }),
  })
  return { token, url: url.href }
}

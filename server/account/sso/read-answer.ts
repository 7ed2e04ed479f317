import { cleanName } from '#lib/clean-name.ts'
import type { Selectable } from 'kysely'
import type { Context, WithDirectory, WithClock } from '#db/context.ts'
import type { SsoAttempts } from '#db/tables/sso-connections.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { checkEmail } from '../users/check-email.ts'
import { attemptOver, getAttemptConnection } from './find-connection.ts'
import type { Connection } from './find-connection.ts'
import type { IssuerClient } from './issuer-client.ts'
import { loadOidc } from './load-oidc.ts'
import { reasonOf, SsoRefusal, toRefusal } from './sso-refusal.ts'
import { redirectUri } from './start-sso.ts'

/** A started sign-in. */
export type Attempt = Selectable<SsoAttempts>

/** A user as the issuer describes them. `authenticatedAt` is when they last entered their credentials. */
export type IssuerUser = {
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  name: string | undefined
  authenticatedAt: Date | undefined
  claims: Record<string, unknown>
}

/** The largest difference between the clocks of the issuer and of this server. */
const CLOCK_SKEW_MS = 60_000
const SUBJECT_CHARACTERS_MAX = 255

/**
 * Uses up a started sign-in, so that an answer of the issuer counts once.
 *
 * @throws {AppError} sso_attempt_not_found (unknown, expired, used, or started in another browser or for another workspace)
 */
export async function takeAttempt(
  context: WithDirectory & WithClock,
  input: { token: string | undefined; workspaceId: string },
): Promise<{ attempt: Attempt; connection: Connection }> {
  const attempt =
    input.token === undefined
      ? undefined
      : await context.directory
          .deleteFrom('sso_attempts')
          .where('hash', '=', hashSecret(input.token))
          .where('workspace_id', '=', input.workspaceId)
          .where('subject', 'is', null)
          .where('expires_at', '>', context.clock.now())
          .returningAll()
          .executeTakeFirst()
  if (!attempt) throw attemptOver()
  const { workspace_id: workspaceId, connection_id: id } = attempt
  return { attempt, connection: await getAttemptConnection({ ...context, workspaceId }, id) }
}

/**
 * Exchanges the code in the issuer's answer for tokens and checks them: state, nonce, PKCE, issuer, audience, signature and
 * times; for a confirmation also that the user has just entered their credentials. `query` is the query of the callback.
 *
 * @throws {AppError} sso_refused, sso_unavailable
 */
export async function readAnswer(
  context: Pick<Context, 'config' | 'log' | 'clock'>,
  issuers: IssuerClient,
  input: { attempt: Attempt; connection: Connection; query: string },
): Promise<IssuerUser> {
  const { attempt, connection, query } = input
  const issuer = await issuers.discover(connection)
  const oidc = await loadOidc()
  const isConfirmation = attempt.session_id !== null
  try {
    const url = new URL(`${redirectUri(context, connection.workspace_id)}?${query}`)
    const tokens = await oidc.authorizationCodeGrant(issuer, url, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
      ...(isConfirmation && { maxAge: 0 }),
    })
    const token = tokens.claims()!
    const subject = textOf(token.sub)
    // Without one, every user of such an issuer would be the same.
    if (!subject?.trim() || subject.length > SUBJECT_CHARACTERS_MAX)
      throw new Error('The subject cannot be stored.')
    if (token.iat * 1000 > context.clock.now().getTime() + CLOCK_SKEW_MS)
      throw new SsoRefusal('clock', 'The issuer did not sign you in.', 'iat')
    const authenticatedAt =
      token.auth_time === undefined ? undefined : new Date(token.auth_time * 1000)
    const earliest = attempt.created_at.getTime() - CLOCK_SKEW_MS
    if (isConfirmation && !(authenticatedAt && authenticatedAt.getTime() >= earliest))
      throw new SsoRefusal('not_asked_again', 'The issuer did not ask you to sign in again.')
    const hasEmail = token['email'] !== undefined || !issuer.serverMetadata().userinfo_endpoint
    const claims: Record<string, unknown> = hasEmail
      ? token
      : { ...(await oidc.fetchUserInfo(issuer, tokens.access_token, token.sub)), ...token }
    return {
      subject,
      email: emailOf(claims['email']),
      isEmailVerified: claims['email_verified'] === true,
      name: cleanName(textOf(claims['name']) ?? '') ?? undefined,
      authenticatedAt,
      claims,
    }
  } catch (err) {
    context.log.info(
      { reason: reasonOf(err), workspace_id: connection.workspace_id },
      'an issuer did not sign a user in',
    )
    throw err instanceof SsoRefusal ? err : toRefusal(err)
  }
}

/** Returns a claim that is a text which the database can store. */
function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && !claim.includes('\0') ? claim : undefined
}

function emailOf(claim: unknown): string | undefined {
  try {
    return checkEmail(textOf(claim) ?? '')
  } catch {
    return undefined
  }
}

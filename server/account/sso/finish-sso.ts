import { systemScope } from '#db/context.ts'
import type { Context, WithClock, WithDirectory } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { insertInto } from '#db/insert-into.ts'
import { createToken, hashSecret } from '#lib/api-key-format.ts'
import type { Browser } from '../sign-in/browser-of.ts'
import { createSession } from '../sign-in/create-session.ts'
import type { CreatedSession } from '../sign-in/create-session.ts'
import { admitUser } from './admit-user.ts'
import { getAttemptConnection } from './find-connection.ts'
import type { Connection } from './find-connection.ts'
import type { IssuerClient } from './issuer-client.ts'
import { readAnswer, takeAttempt } from './read-answer.ts'
import type { Attempt, IssuerUser } from './read-answer.ts'
import { recordSsoFailure } from './record-sso-failure.ts'
import { SsoRefusal } from './sso-refusal.ts'
import { SSO_MS } from './start-sso.ts'

/** The issuer's answer in the callback, with the token of the browser's cookie. */
type Callback = {
  token: string | undefined
  workspaceId: string
  query: string
  browser: Browser
  replacedToken: string | undefined
}

/** The end of a callback: a session, a confirmed session, or an account that its owner must link with `linkToken`. */
type Finished = { session: CreatedSession; next: string } | { linkToken: string } | { next: string }

const TOKEN_BYTES = 32

/**
 * Ends a sign-in or a confirmation that `startSso` started. Records a failure in the workspace's audit log.
 *
 * @throws {AppError} sso_attempt_not_found, sso_refused, sso_unavailable, invalid_credentials (the user is disabled)
 */
export async function finishSso(
  context: Context,
  issuers: IssuerClient,
  callback: Callback,
): Promise<Finished> {
  const { attempt, connection } = await takeAttempt(context, callback)
  const { query, browser } = callback
  let issued: IssuerUser | undefined
  try {
    issued = await readAnswer(context, issuers, { attempt, connection, query })
    if (attempt.session_id === null) return await signIn(context, callback, { attempt, issued })
    await confirmSession(context, connection, { attempt, issued })
    return { next: attempt.next }
  } catch (err) {
    await recordSsoFailure(context, connection, { err, email: issued?.email, browser })
    throw err
  }
}

async function signIn(
  context: Context,
  { browser, replacedToken }: Callback,
  { attempt, issued }: { attempt: Attempt; issued: IssuerUser },
): Promise<Finished> {
  const { workspace_id: workspaceId, next } = attempt
  return directoryTransaction(systemScope(context, workspaceId), async (tx) => {
    const connection = await getAttemptConnection(tx, attempt.connection_id, { forShare: true })
    const admitted = await admitUser(tx, connection, issued)
    if ('linkUserId' in admitted)
      return { linkToken: await keepForLink(tx, attempt, { issued, ...admitted }) }
    const { userId } = admitted
    const confirmedAt = confirmationOf(tx, issued.authenticatedAt)
    const sso = { workspaceId, confirmedAt }
    const session = await createSession(tx, { userId, method: 'sso', browser, replacedToken, sso })
    return { session, next }
  })
}

/** Returns when the user last proved who they are. An issuer that does not say so may have used an old session. */
function confirmationOf({ clock }: WithClock, at: Date | undefined): Date {
  return new Date(Math.min(at?.getTime() ?? 0, clock.now().getTime()))
}

async function confirmSession(
  context: WithDirectory & WithClock,
  connection: Connection,
  { attempt, issued }: { attempt: Attempt; issued: IssuerUser },
): Promise<void> {
  const { numUpdatedRows } = await context.directory
    .updateTable('sessions')
    .set({ confirmed_at: context.clock.now() })
    .where('id', '=', attempt.session_id)
    .where('sso_workspace_id', '=', connection.workspace_id)
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('sso_identities')
        .select('user_id')
        .where('workspace_id', '=', connection.workspace_id)
        .where('issuer', '=', connection.issuer)
        .where('subject', '=', issued.subject),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    throw new SsoRefusal('other_user', 'The issuer signed in another user.')
}

/** Stores that an account waits for its owner to link it, and returns the token that this requires. */
async function keepForLink(
  context: WithDirectory & WithClock,
  attempt: Attempt,
  { issued, linkUserId }: { issued: IssuerUser; linkUserId: string },
): Promise<string> {
  const token = createToken(TOKEN_BYTES)
  const now = context.clock.now()
  await insertInto(context.directory, 'sso_attempts', {
    ...attempt,
    hash: hashSecret(token),
    subject: issued.subject,
    user_id: linkUserId,
    expires_at: new Date(now.getTime() + SSO_MS),
    created_at: now,
  })
  return token
}

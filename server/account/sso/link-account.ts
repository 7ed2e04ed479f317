import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import { mailUser } from '../mail/mail-user.ts'
import { lockSessionUser } from '../sessions/lock-session-user.ts'
import type { Browser } from '../sign-in/browser-of.ts'
import { createSession } from '../sign-in/create-session.ts'
import type { CreatedSession } from '../sign-in/create-session.ts'
import type { FoundSession } from '#lib/found-session.ts'
import { linkIdentity } from './admit-user.ts'
import { attemptOver, findConnection, getAttemptConnection } from './find-connection.ts'
import type { Connection } from './find-connection.ts'

/** An account that waits for its owner to link it with the issuer of a workspace. */
type PendingLink = {
  subject: string
  userId: string
  email: string
  locale: string | null
  workspace: { id: string; name: string }
  connection: Connection
  next: string
}

type Row = Pick<PendingLink, 'subject' | 'email' | 'locale' | 'next'> & {
  workspace_id: string
  connection_id: string
  user_id: string
  name: string
}

/** Returns the account that waits to be linked. @throws {AppError} sso_attempt_not_found */
export async function getPendingLink(
  context: Context,
  token: string | undefined,
): Promise<PendingLink> {
  const { rows } = await sql<Row>`
    select sso_attempts.workspace_id, connection_id, subject, users.id as user_id, users.email, users.locale,
      workspaces.name, next
    from sso_attempts
    join users on users.id = sso_attempts.user_id
    join workspaces on workspaces.id = sso_attempts.workspace_id
    where hash = ${hashSecret(token ?? '')} and subject is not null
      and expires_at > ${context.clock.now()}`.execute(context.directory)
  const [row] = rows
  const connection = row && (await findConnection({ ...context, workspaceId: row.workspace_id }))
  if (!row || connection?.id !== row.connection_id) throw attemptOver()
  const { subject, user_id: userId, email, locale, next } = row
  const workspace = { id: row.workspace_id, name: row.name }
  return { subject, userId, email, locale, workspace, connection, next }
}

/** Returns whether a session proves to own an account. One of a workspace's issuer does not. */
export function isOwner(session: FoundSession | undefined, userId: string): boolean {
  return session?.ssoWorkspaceId === null && session.userId === userId
}

/**
 * Links the account with the issuer's subject for its owner, who is signed in with the account's own credentials, replaces
 * their session by one of the issuer, and notifies them by mail.
 *
 * @throws {AppError} sso_attempt_not_found, unauthenticated (not signed in to this account), sso_refused
 */
export async function linkAccount(
  context: Context,
  input: {
    token: string | undefined
    session: FoundSession | undefined
    browser: Browser
    replacedToken: string | undefined
  },
): Promise<{ session: CreatedSession; email: string; next: string }> {
  const { token, session, browser, replacedToken } = input
  const pending = await getPendingLink(context, token)
  const { userId, email, next, subject, workspace } = pending
  if (!session || !isOwner(session, userId))
    throw new AppError('unauthenticated', `Sign in as ${email} first, with your password.`)
  return directoryTransaction(systemScope(context, workspace.id), async (tx) => {
    const { numDeletedRows } = await tx.directory
      .deleteFrom('sso_attempts')
      .where('hash', '=', hashSecret(token ?? ''))
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw attemptOver()
    const connection = await getAttemptConnection(tx, pending.connection.id, { forShare: true })
    await lockSessionUser(tx, session)
    await linkIdentity(tx, connection, { subject, userId, role: connection.default_role })
    await mailUser(tx, pending, (texts) =>
      texts.ssoLinked({ label: pending.connection.label, workspace: workspace.name }),
    )
    const created = await createSession(tx, {
      userId,
      method: 'sso',
      browser,
      replacedToken,
      sso: { workspaceId: workspace.id, confirmedAt: session.confirmedAt },
    })
    return { session: created, email, next }
  })
}

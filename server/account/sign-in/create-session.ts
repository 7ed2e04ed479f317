import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { createToken } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import type { SignInMethod } from '#shared/audit-actions.ts'
import { recordUserAudit } from '../audit/record-user-audit.ts'
import { callerData } from './browser-of.ts'
import type { Browser } from './browser-of.ts'
import { endSession } from '../sessions/end-session.ts'
import { invalidCredentials } from '../sessions/invalid-credentials.ts'
import { sessionEnds } from '../sessions/session-ends.ts'
import { storedToken } from '../sessions/stored-token.ts'

/** A session that was just created. Its token is stored only as a hash. */
export type CreatedSession = { id: string; token: string; endsAt: Date }

const TOKEN_BYTES = 24

/** A user who has just proved who they are, by which method and with which browser. */
export type NewSession = {
  userId: string
  method: SignInMethod
  browser: Browser
  replacedToken?: string | undefined
  /** The session of a workspace's issuer gives access to this workspace only. */
  sso?: { workspaceId: string; confirmedAt: Date }
  passkeyId?: string
}

/**
 * Creates a session for a user who has just proved who they are, and records the sign-in in the audit log of each of
 * their workspaces. `replacedToken` is the token of the session that the browser had before; it ends.
 * `passkeyId` is the passkey that proved it.
 *
 * @throws {AppError} invalid_credentials if the user is disabled
 */
export async function createSession(context: Context, input: NewSession): Promise<CreatedSession> {
  const { userId, method, browser, replacedToken, sso, passkeyId = null } = input
  const token = createToken(TOKEN_BYTES)
  const now = context.clock.now()
  const { endsAt, expiresAt } = sessionEnds(context, now)
  return directoryTransaction(context, async (tx) => {
    // The lock on the user's row makes a concurrent disabling wait, which then ends this session.
    const { rows } = await sql<{ id: string }>`
      with account as (
        select id from users where id = ${userId} and disabled_at is null for share
      )
      insert into sessions (id, user_id, token, ip_address, user_agent, expires_at, created_at, updated_at,
        last_used_at, confirmed_at, workspace_id, sso_workspace_id,
        passkey_id)
      select ${newId()}::uuid, id, ${storedToken(token)}, ${browser.address}, ${browser.userAgent},
        ${expiresAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz,
        ${sso?.confirmedAt ?? now}::timestamptz, ${sso?.workspaceId ?? null}::uuid, ${sso?.workspaceId ?? null}::uuid,
        ${passkeyId}::uuid
      from account
      returning id`.execute(tx.directory)
    const [created] = rows
    if (!created) throw invalidCredentials()
    if (replacedToken !== undefined) await endSession(tx, replacedToken)
    await recordUserAudit(tx, userId, {
      action: 'member.signed_in',
      actor: 'user',
      data: { method, ...callerData(browser) },
      ...(sso && { workspaceId: sso.workspaceId }),
    })
    return { id: created.id, token, endsAt }
  })
}

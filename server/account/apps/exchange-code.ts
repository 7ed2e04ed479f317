import { hash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Context, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { findById } from '#db/find-by-id.ts'
import { inWorkspace } from '#db/in-workspace.ts'
import { selectFrom } from '#db/select-from.ts'
import type { AppCodes } from '#db/tables/app-tokens.ts'
import { hashSecret, isAppSecret } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { KEY_RATE_LIMIT } from '#shared/api-keys.ts'
import { APPS_PER_MEMBER_MAX } from '#shared/connected-apps.ts'
import { insertRow } from '#db/insert-row.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { endApp } from './end-app.ts'
import { lockMemberRole } from './lock-member-role.ts'
import { grantableScopes } from './grantable-scopes.ts'
import { connectedUntil, issueTokens } from './issue-tokens.ts'
import type { IssuedTokens } from './issue-tokens.ts'
import { OauthError } from './oauth-error.ts'

/** The parameters that a program sends with its code; `redirectUri` only by OAuth 2.0. */
type Exchange = {
  code: string
  clientId: string
  verifier: string
  redirectUri: string | undefined
}

/**
 * Exchanges a code for the tokens of a new connected app. A code can be exchanged once: its second use ends the app, because
 * one of the two programs has stolen it. A wrong verifier, client or address changes nothing.
 *
 * Sources: RFC 6749 §4.1.3, RFC 7636 §4.6.
 *
 * @throws {OauthError} invalid_grant
 */
export async function exchangeCode(context: Context, given: Exchange): Promise<IssuedTokens> {
  const key = hashSecret(given.code)
  const found = isAppSecret(given.code, 'code')
    ? await context.directory
        .selectFrom('app_codes')
        .selectAll()
        .where('hash', '=', key)
        .executeTakeFirst()
    : undefined
  if (!found) throw invalidCode()
  const { workspace_id: workspaceId, membership_id: membershipId } = found
  const there = await inWorkspace(context, workspaceId)
  const scope: Scope = { ...there, workspaceId, actor: { type: 'member', id: membershipId } }
  const tokens = await directoryTransaction(scope, async (tx) => {
    const code = await tx.directory
      .selectFrom('app_codes')
      .selectAll()
      .where('hash', '=', key)
      .forUpdate()
      .executeTakeFirst()
    if (!code) throw invalidCode()
    if (code.used_at) return endReused(tx, code)
    checkCode(tx, code, given)
    return connectApp(tx, code)
  })
  if (!tokens) throw invalidCode()
  return tokens
}

function checkCode(tx: Scope, code: Selectable<AppCodes>, given: Exchange): void {
  if (code.expires_at <= tx.clock.now() || code.client_id !== given.clientId) throw invalidCode()
  if (given.redirectUri !== undefined && given.redirectUri !== code.redirect_uri)
    throw new OauthError('invalid_grant', 'redirect_uri differs from that of the request.')
  const challenge = Buffer.from(hash('sha256', given.verifier, 'base64url'))
  const expected = Buffer.from(code.challenge)
  const isOurs = challenge.length === expected.length && timingSafeEqual(challenge, expected)
  if (!isOurs || !/^[\w.~-]{43,128}$/.test(given.verifier))
    throw new OauthError('invalid_grant', 'code_verifier does not match the code_challenge.')
}

async function connectApp(tx: Scope, code: Selectable<AppCodes>): Promise<IssuedTokens> {
  const role = await lockMemberRole(tx, code.membership_id)
  const scopes = role ? grantableScopes(code.scopes, role.scopes) : []
  if (scopes.length === 0) throw invalidCode()
  const now = tx.clock.now()
  await endLeastUsed(tx, code.membership_id)
  const app = { id: newId(), scopes, endsAt: connectedUntil(now, now) }
  await insertRow(tx, 'api_keys', {
    id: app.id,
    hash: null,
    client_id: code.client_id,
    last_four: '',
    name: code.client_name,
    scopes,
    rate_limit: KEY_RATE_LIMIT.default,
    created_by: code.membership_id,
    created_at: now,
    expires_at: app.endsAt,
  })
  await tx.directory
    .updateTable('app_codes')
    .set({ used_at: now, app_id: app.id })
    .where('hash', '=', code.hash)
    .execute()
  await recordAudit(tx, 'app.connected', app.id, { name: code.client_name, scopes })
  return issueTokens(tx, app)
}

async function endReused(tx: Scope, { app_id: id }: Selectable<AppCodes>): Promise<undefined> {
  const app = id === null ? undefined : await findById(tx, 'api_keys', id, 'change')
  if (app) await endApp({ ...tx, actor: { type: 'system', id: null } }, app, 'misused')
}

/** Ends the apps of a member that were used least recently, so that there is room for one more. */
async function endLeastUsed(tx: Scope, membershipId: string): Promise<void> {
  const apps = await selectFrom(tx, 'api_keys')
    .select(['id', 'name'])
    .where('created_by', '=', membershipId)
    .where('client_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', tx.clock.now())
    // The last use is recorded to the minute, so a new app may seem to be used before it was created.
    .orderBy(sql`greatest(last_used_at, created_at)`, 'desc')
    .offset(APPS_PER_MEMBER_MAX - 1)
    .forUpdate()
    .execute()
  for (const app of apps) await endApp(tx, app, 'disconnected')
}

function invalidCode(): OauthError {
  return new OauthError(
    'invalid_grant',
    'The code is not valid. It expires after a minute and can be used once.',
  )
}

import type { Context } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { findById } from '#db/find-by-id.ts'
import { updateById } from '#db/update-by-id.ts'
import { endApp } from './end-app.ts'
import { lockMemberRole } from './lock-member-role.ts'
import { findToken } from './find-token.ts'
import { grantableScopes } from './grantable-scopes.ts'
import { connectedUntil, issueTokens } from './issue-tokens.ts'
import type { IssuedTokens } from './issue-tokens.ts'
import { OauthError } from './oauth-error.ts'

/**
 * For this long after its first use, a refresh token can be exchanged again: an app refreshes twice if two of its requests find
 * at the same time that the access token has expired, and once more if the answer was lost.
 */
const REUSE_MS = 10_000

/**
 * Exchanges a refresh token for new tokens, of the scopes that the member can still give. It can be exchanged once: a later use
 * ends the app, because one of the two programs has stolen it. `scope` must not contain more than the app has. `limit` refuses
 * an app that refreshes too often.
 *
 * Sources: RFC 6749 §6, OAuth 2.1 (draft 13) §4.3.1.
 *
 * @throws {OauthError} invalid_grant, invalid_scope, and the error of `limit`
 */
export async function refreshTokens(
  context: Context,
  given: {
    refreshToken: string
    clientId: string
    scope: string | undefined
    limit?: (appId: string) => void
  },
): Promise<IssuedTokens> {
  const found = await findToken(context, given.refreshToken, ['refresh'])
  if (!found) throw invalidToken()
  given.limit?.(found.token.app_id)
  const tokens = await directoryTransaction(found.scope, async (tx) => {
    // The app's row is locked first, so that of two uses at the same time one is the second.
    const app = await findById(tx, 'api_keys', found.token.app_id, 'change')
    const token = await tx.directory
      .selectFrom('app_tokens')
      .select(['expires_at', 'used_at'])
      .where('hash', '=', found.token.hash)
      .executeTakeFirst()
    const now = tx.clock.now()
    if (!app || !token || app.client_id !== given.clientId) throw invalidToken()
    if (app.revoked_at || token.expires_at <= now) throw invalidToken()
    if (token.used_at && now.getTime() - token.used_at.getTime() > REUSE_MS) {
      await endApp({ ...tx, actor: { type: 'system', id: null } }, app, 'misused')
      return undefined
    }
    const role = await lockMemberRole(tx, app.created_by!)
    const scopes: string[] = role ? grantableScopes(app.scopes, role.scopes) : []
    if (scopes.length === 0) throw invalidToken()
    if (given.scope?.split(' ').some((each) => !scopes.includes(each)))
      throw new OauthError('invalid_scope', 'The app does not have all of these scopes.')
    const endsAt = connectedUntil(now, app.created_at)
    await tx.directory
      .updateTable('app_tokens')
      .set({ used_at: token.used_at ?? now })
      .where('hash', '=', found.token.hash)
      .execute()
    await updateById(tx, 'api_keys', app.id, { expires_at: endsAt })
    return issueTokens(tx, { id: app.id, scopes, endsAt })
  })
  if (!tokens) throw invalidToken()
  return tokens
}

function invalidToken(): OauthError {
  return new OauthError('invalid_grant', 'The refresh token is not valid. Connect the app again.')
}

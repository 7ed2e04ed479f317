import type { Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { createAppSecret, hashSecret } from '#lib/api-key-format.ts'
import { APP_DAYS, APP_SECONDS } from '#shared/connected-apps.ts'

/** The answer to a program with its tokens; `expires_in` in seconds. Source: RFC 6749 §5.1. */
export type IssuedTokens = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

const DAY_MS = 86_400_000

/** Returns until when an app stays connected if it is not used after `now`. */
export function connectedUntil(now: Date, createdAt: Date): Date {
  return new Date(
    Math.min(now.getTime() + APP_DAYS.unused * DAY_MS, createdAt.getTime() + APP_DAYS.max * DAY_MS),
  )
}

/** Creates an access token and a refresh token of a connected app, of which only the hashes are stored. */
export async function issueTokens(
  tx: Scope,
  app: { id: string; scopes: readonly string[]; endsAt: Date },
): Promise<IssuedTokens> {
  const now = tx.clock.now()
  const [access, refresh] = [createAppSecret('access'), createAppSecret('refresh')]
  const left = Math.floor((app.endsAt.getTime() - now.getTime()) / 1_000)
  const expiresIn = Math.min(APP_SECONDS.access, left)
  const row = { workspace_id: tx.workspaceId, app_id: app.id, created_at: now }
  await insertInto(tx.directory, 'app_tokens', [
    {
      ...row,
      hash: hashSecret(access),
      kind: 'access',
      expires_at: new Date(now.getTime() + expiresIn * 1_000),
    },
    { ...row, hash: hashSecret(refresh), kind: 'refresh', expires_at: app.endsAt },
  ])
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: expiresIn,
    refresh_token: refresh,
    scope: app.scopes.join(' '),
  }
}

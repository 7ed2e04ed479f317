import { sql } from 'kysely'
import type { IncomingHttpHeaders } from 'node:http'
import type { Context } from '#context.ts'
import { createToken } from '#lib/api-key-format.ts'
import { newId } from '#lib/ids.ts'
import { invalidCredentials } from './check-credentials.ts'
import { endSession } from '../sessions/end-session.ts'
import { sessionEnds } from '../sessions/session-ends.ts'
import { storedToken } from '../sessions/session-token.ts'

/** The address and the browser of a caller. */
type Browser = { address: string; userAgent: string | null }

/** A session that was just created. Its token is stored only as a hash. */
export type CreatedSession = { id: string; token: string; endsAt: Date }

const TOKEN_BYTES = 24
const USER_AGENT_CHARACTERS_MAX = 500

/** Returns the address and the browser of a request. */
export function browserOf({ ip, headers }: { ip: string; headers: IncomingHttpHeaders }): Browser {
  return {
    address: ip,
    userAgent: headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  }
}

/**
 * Creates a session for a user who has just proved who they are. `replacedToken` is the token of the session that the
 * browser had before; it ends.
 *
 * @throws {AppError} invalid_credentials if the user is disabled
 */
export async function createSession(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  input: { userId: string; browser: Browser; replacedToken?: string | undefined },
): Promise<CreatedSession> {
  const { userId, browser, replacedToken } = input
  const token = createToken(TOKEN_BYTES)
  const now = context.clock.now()
  const { endsAt, expiresAt } = sessionEnds(context, now)
  // The lock on the user's row makes a concurrent disabling wait, which then ends this session.
  const { rows } = await sql<{ id: string }>`
    with account as (
      select id from users where id = ${userId} and disabled_at is null for share
    )
    insert into sessions (id, user_id, token, ip_address, user_agent, expires_at, created_at, updated_at,
      last_used_at, confirmed_at)
    select ${newId()}::uuid, id, ${storedToken(token)}, ${browser.address}, ${browser.userAgent},
      ${expiresAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from account
    returning id`.execute(context.db)
  const [created] = rows
  if (!created) throw invalidCredentials()
  if (replacedToken !== undefined) await endSession(context, replacedToken)
  return { id: created.id, token, endsAt }
}

import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { WebChatSessions } from '#db/tables/web-chats.ts'
import { hashSecret } from '#lib/api-key-format.ts'
import { AppError } from '#lib/errors.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

/** The session of a visitor, and when its token was created. */
export type VisitorSession = Selectable<WebChatSessions> & {
  token_created_at: Date
  token_used_at: Date | null
}

const TOKEN = /^wcv_[0-9A-Za-z]{43}$/

/** Finds the session of this web chat that a token opens; undefined when there is none. */
export async function findSession(
  { scope, channelId }: VisitedChat,
  token: string,
): Promise<VisitorSession | undefined> {
  if (!TOKEN.test(token)) return undefined
  const { rows } = await sql<VisitorSession>`
    select session.*, token.created_at as token_created_at, token.used_at as token_used_at
    from web_chat_tokens as token
    join web_chat_sessions as session
      on session.workspace_id = ${scope.workspaceId} and session.id = token.session_id
    where token.workspace_id = ${scope.workspaceId} and token.token_hash = ${hashSecret(token)}
      and session.channel_id = ${channelId}`.execute(scope.db)
  return rows[0]
}

/** Returns the session of the request's token. @throws {AppError} unauthenticated */
export async function readSession(
  chat: VisitedChat,
  authorization: string | undefined,
): Promise<VisitorSession> {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? []
  const session = token === undefined ? undefined : await findSession(chat, token)
  if (!session)
    throw new AppError(
      'unauthenticated',
      'The token of the visitor is missing or no longer valid. Start a session again.',
    )
  return session
}

/** Returns the addresses whose conversations the visitor sees: the own one, and those from before signing in. */
export function addressesOf(
  session: Pick<VisitorSession, 'address' | 'former_addresses'>,
): string[] {
  return [session.address, ...session.former_addresses]
}

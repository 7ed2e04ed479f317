import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import { encryptAccessToken } from '#channels/encrypt-access-token.ts'
import { createChannel, findFormer } from '#channels/create-channel.ts'
import { checkIsConnected } from '#channels/prove-new-channel.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'
import { updateById } from '#db/update-by-id.ts'
import { createWebChatSecret } from './create-web-chat.ts'
import { getWebChat, readWebChat, toWebChat } from './read-web-chat.ts'
import type { WebChatRow } from './read-web-chat.ts'
import type { WebChatWithSecret } from './schema.ts'

/**
 * Replaces the secret of a web chat. Tokens of users that were signed with the former one are refused from now on, and the
 * sessions of users end, because whoever knew the secret could have begun them. Other visitors continue.
 *
 * @throws {AppError} channel_not_found, channel_not_connected
 */
export async function rotateWebChatSecret(scope: Scope, id: string): Promise<WebChatWithSecret> {
  const secret = createWebChatSecret()
  await transaction(scope, async (tx) => {
    const row = await readWebChat(tx, id)
    checkIsConnected(row)
    await updateById(tx, 'channels', row.id, {
      access_token: encryptAccessToken(tx, row.id, secret),
    })
    await sql`
      delete from web_chat_sessions
      where workspace_id = ${tx.workspaceId} and channel_id = ${row.id}
        and address like 'user:%'`.execute(tx.db)
    await recordAudit(tx, 'web_chat.secret_rotated', row.id, { name: row.name })
  })
  return { ...(await getWebChat(scope, id)), secret }
}

/** A disconnected web chat, and its channel. */
type Reconnecting = { row: WebChatRow; former: Awaited<ReturnType<typeof findFormer>> }

/** Reads what `reconnectWebChat` needs. @throws {AppError} channel_not_found, channel_connected */
export async function prepareReconnect(scope: Scope, id: string): Promise<Reconnecting> {
  const row = await readWebChat(scope, id)
  const former = await findFormer(scope, { type: WEB_CHAT_TYPE, account: row.account })
  if (!former) throw new AppError('channel_connected', 'The web chat is connected already.')
  return { row, former }
}

/** Connects a disconnected web chat again, with a new secret. @throws {AppError} channel_taken */
export async function reconnectWebChat(
  scope: Scope,
  { row, former }: Reconnecting,
): Promise<WebChatWithSecret> {
  const secret = createWebChatSecret()
  await createChannel(
    scope,
    { type: WEB_CHAT_TYPE, account: row.account, access_token: secret },
    { former },
  )
  return { ...toWebChat(scope.config, { ...row, disconnected_at: null }), secret }
}

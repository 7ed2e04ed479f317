import { createChannel } from '#channels/create-channel.ts'
import type { Effect, Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { defer } from '#db/outbox/defer.ts'
import type { WebChats } from '#db/tables/web-chats.ts'
import { createToken } from '#lib/api-key-format.ts'
import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'
import { WEB_CHAT_COLOR } from '#shared/web-chats.ts'
import { insertRow } from '#db/insert-row.ts'
import { checkOrigins } from './check-origins.ts'
import { toWebChat } from './read-web-chat.ts'
import type { CreateWebChatBody, WebChatWithSecret } from './schema.ts'

/** Writes the settings of a web chat whose channel was created before. */
export const webChatCreatedEffect: Effect<
  Omit<WebChats, 'workspace_id' | 'updated_at'> & { at: string }
> = {
  kind: 'web_chat_created',
  async apply(tx, { at, ...settings }) {
    await insertRow(tx, 'web_chats', { ...settings, updated_at: new Date(at) })
  },
}

/** Returns a new secret of a web chat. */
export function createWebChatSecret(): string {
  return `wcs_${createToken(32)}`
}

/** Creates a web chat: a channel with a public id and a secret. @throws {AppError} validation_failed */
export async function createWebChat(
  scope: Scope,
  input: CreateWebChatBody,
): Promise<WebChatWithSecret> {
  const { name, ...given } = input
  const settings = {
    color: given.color ?? WEB_CHAT_COLOR,
    greeting: given.greeting ?? '',
    allowed_origins: checkOrigins(given.allowed_origins),
    name_field: given.name_field ?? ('optional' as const),
    email_field: given.email_field ?? ('optional' as const),
    language: given.language ?? ('auto' as const),
    user_token_audience: given.user_token_audience ?? null,
  }
  const secret = createWebChatSecret()
  const account = `wc_${createToken(16)}`
  return directoryTransaction(scope, async (tx) => {
    const channel = await createChannel(
      tx,
      { type: WEB_CHAT_TYPE, account, name, access_token: secret },
      { former: undefined },
    )
    const { id, created_at } = channel
    const at = created_at.toISOString()
    await defer(tx, webChatCreatedEffect, { ...settings, channel_id: id, at })
    return {
      ...toWebChat(scope.config, {
        ...settings,
        id,
        account,
        name,
        created_at,
        updated_at: created_at,
        disconnected_at: null,
      }),
      secret,
    }
  })
}

import type { Context } from '#db/context.ts'
import { createPayloadStore } from '#inbound/ingest/create-payload-store.ts'
import { accountLabel } from '#platforms/account-label.ts'
import { writePayload } from '#platforms/web_chat/write-payload.ts'
import type { WebChatEntry } from '#platforms/web_chat/write-payload.ts'
import { WEB_CHAT_TYPE } from '#shared/channel-types.ts'
import type { VisitedChat } from './create-web-chat-finder.ts'

/** Stores something that a visitor did as an inbound payload; resolves once it is durable. */
export type VisitorPayloadStore = (chat: VisitedChat, entry: WebChatEntry) => Promise<void>

/** Creates a function that stores what visitors do. It is processed as the payloads of other platforms are. */
export function createVisitorPayloadStore(context: Context): VisitorPayloadStore {
  const store = createPayloadStore(context)
  return async ({ scope, settings: { account } }, entry) => {
    await store({
      workspaceId: scope.workspaceId,
      platform: WEB_CHAT_TYPE,
      body: writePayload(account, entry),
      contentType: 'application/json',
      status: 'pending',
      labels: [accountLabel(WEB_CHAT_TYPE, account)],
    })
  }
}

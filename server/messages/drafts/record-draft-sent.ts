import type { Scope } from '#db/context.ts'
import { updateById } from '#db/update-by-id.ts'
import { announceToWebApps, DRAFTS_CHANGED } from '#events/announce-to-web-apps.ts'

/** Records that a draft, which the caller has locked, is sent as the message `messageId`. */
export async function recordDraftSent(tx: Scope, id: string, messageId: string): Promise<void> {
  await updateById(tx, 'reply_drafts', id, {
    status: 'sent',
    message_id: messageId,
    decided_at: tx.clock.now(),
  })
  await announceToWebApps(tx, DRAFTS_CHANGED)
}

import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { announceToWebApps, DRAFTS_CHANGED } from '#events/announce-to-web-apps.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { insertSends } from '../queueing/insert-sends.ts'
import { prepareOneSend } from '../queueing/prepare-sends.ts'
import type { Send } from '../queueing/read-send-input.ts'
import type { SentMessage } from '../schema.ts'
import { lockOpenDraft } from './lock-open-draft.ts'

/**
 * Sends an open draft as a message of the scope's actor, with `text` instead of its own if given. Of two concurrent
 * requests one is rejected, because the message and the draft's new status are stored together.
 *
 * Codes: draft_not_found, draft_decided, validation_failed, and those of `prepareSends`.
 */
export async function sendDraft(
  scope: Scope,
  id: string,
  { text }: { text?: string } = {},
): Promise<SentMessage> {
  return transaction(scope, async (tx) => {
    const draft = await lockOpenDraft(tx, id)
    const send: Send = {
      actor: tx.actor,
      conversationId: draft.chat_id,
      type: 'text',
      text: readTrimmed('text', text ?? draft.text),
    }
    const prepared = await prepareOneSend(tx, send)
    await updateById(tx, 'reply_drafts', draft.id, {
      status: 'sent',
      message_id: prepared.message.id,
      decided_at: tx.clock.now(),
    })
    await announceToWebApps(tx, DRAFTS_CHANGED)
    await insertSends(tx, [prepared])
    return JSON.parse(prepared.answer)
  })
}

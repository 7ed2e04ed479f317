import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { claimVoice } from '../queueing/claim-voice.ts'
import { insertSends } from '../queueing/insert-sends.ts'
import { prepareOneSend } from '../queueing/prepare-sends.ts'
import type { Send } from '../queueing/read-send-input.ts'
import type { SentMessage } from '../schema.ts'
import { lockOpenDraft } from './lock-open-draft.ts'
import { recordDraftSent } from './record-draft-sent.ts'

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
    const prepared = await prepareOneSend(tx, await claimVoice(tx, send, draft.chat_id))
    await recordDraftSent(tx, draft.id, prepared.message.id)
    await insertSends(tx, [prepared])
    return JSON.parse(prepared.answer)
  })
}

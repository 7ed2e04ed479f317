import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { AppError } from '#lib/errors.ts'
import { present } from '#lib/present.ts'
import { lockOpenDraft } from '#messages/drafts/lock-open-draft.ts'
import { recordDraftSent } from '#messages/drafts/record-draft-sent.ts'
import { claimVoice } from '#messages/queueing/claim-voice.ts'
import { insertSends } from '#messages/queueing/insert-sends.ts'
import { prepareOneSend } from '#messages/queueing/prepare-sends.ts'
import type { SendInput } from '#messages/queueing/read-send-input.ts'
import type { SentMessage } from '#messages/schema.ts'
import { closeAfterReply } from './close-after-reply.ts'
import { deleteOwnDraft } from './delete-own-draft.ts'
import { refuseAnswered } from './refuse-answered.ts'

/** The conditions of a reply: its author's or a program's draft that it was, and the time up to which its author has seen the replies of others. */
type Conditions = {
  draft_version?: string
  proposed_draft_id?: string
  seen_until?: string
  /** Closes the conversation. */
  closes?: boolean
}

/**
 * Sends a message of the scope's member to a conversation, unless another member has replied since, or the member has sent the same draft
 * already. Its draft is deleted in the same transaction; a program's counts as sent. With
 * `closes`, the conversation is closed in the same transaction, too.
 *
 * @throws {AppError} conversation_not_found, already_answered, draft_changed, draft_not_found, draft_decided, and the codes of
 *   `prepareSends`
 */
export async function sendReply(
  scope: Scope,
  input: SendInput,
  {
    draft_version: version,
    proposed_draft_id: proposedId,
    seen_until: seenUntil,
    closes,
  }: Conditions,
): Promise<SentMessage> {
  const chatId = present(input.conversationId)
  return transaction(scope, async (tx) => {
    // Locks the draft before the conversation, as `sendDraft` does.
    const proposed = proposedId === undefined ? undefined : await lockOpenDraft(tx, proposedId)
    await getById(tx, 'chats', chatId, 'change')
    if (proposed && proposed.chat_id !== chatId)
      throw new AppError('draft_not_found', 'The draft belongs to another conversation.')
    if (seenUntil !== undefined) await refuseAnswered(tx, chatId, new Date(seenUntil))
    if (version !== undefined) await deleteOwnDraft(tx, { chatId, kind: 'reply', version })
    const send = await claimVoice(tx, { ...input, actor: tx.actor }, chatId)
    const prepared = await prepareOneSend(tx, send)
    if (proposed) await recordDraftSent(tx, proposed.id, prepared.message.id)
    await insertSends(tx, [prepared])
    if (closes) await closeAfterReply(tx, input)
    return JSON.parse(prepared.answer)
  })
}

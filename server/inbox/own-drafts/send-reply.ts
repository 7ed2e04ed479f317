import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { present } from '#lib/present.ts'
import { insertSends } from '#messages/queueing/insert-sends.ts'
import { prepareOneSend } from '#messages/queueing/prepare-sends.ts'
import type { SendInput } from '#messages/queueing/read-send-input.ts'
import type { SentMessage } from '#messages/schema.ts'
import { deleteOwnDraft } from './delete-own-draft.ts'
import { refuseAnswered } from './refuse-answered.ts'

/** The conditions of a reply: the draft that it was, and the time up to which its author has seen the replies of others. */
type Conditions = { draft_version?: string; seen_until?: string }

/**
 * Sends a message of the scope's member to a conversation, unless another member has replied since, or the member has sent the same draft
 * already. Its draft is deleted in the same transaction.
 *
 * @throws {AppError} conversation_not_found, already_answered, draft_changed, and the codes of `prepareSends`
 */
export async function sendReply(
  scope: Scope,
  input: SendInput,
  { draft_version: version, seen_until: seenUntil }: Conditions,
): Promise<SentMessage> {
  const chatId = present(input.conversationId)
  return transaction(scope, async (tx) => {
    await getById(tx, 'chats', chatId, 'change')
    if (seenUntil !== undefined) await refuseAnswered(tx, chatId, new Date(seenUntil))
    if (version !== undefined) await deleteOwnDraft(tx, { chatId, kind: 'reply', version })
    const prepared = await prepareOneSend(tx, { ...input, actor: tx.actor })
    await insertSends(tx, [prepared])
    return JSON.parse(prepared.answer)
  })
}

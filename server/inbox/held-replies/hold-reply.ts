import { getById } from '#db/get-by-id.ts'
import { insertRow } from '#db/insert-row.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { deleteOwnDraft } from '#inbox/own-drafts/delete-own-draft.ts'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import { refuseAnswered } from '#inbox/own-drafts/refuse-answered.ts'
import { findCause, writeCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { present } from '#lib/present.ts'
import { prepareOneSend } from '#messages/queueing/prepare-sends.ts'
import type { SendInput } from '#messages/queueing/read-send-input.ts'
import { toHeldReply } from './schema.ts'
import type { HeldReply, HoldReplyBody } from './schema.ts'

/**
 * Stores a reply of the scope's member, to be sent after `hold_seconds`, and deletes the draft that it was. It is checked now as it is
 * when it is sent, so that what could not be sent is refused at once. `input`: the message of the body, read.
 *
 * @throws {AppError} conversation_not_found, already_answered, draft_changed, and the codes of `prepareSends`
 */
export async function holdReply(
  scope: Scope,
  input: SendInput,
  body: HoldReplyBody,
): Promise<HeldReply> {
  const chatId = present(input.conversationId)
  const now = scope.clock.now()
  return transaction(scope, async (tx) => {
    await getById(tx, 'chats', chatId, 'change')
    const seenUntil = body.seen_until === undefined ? null : new Date(body.seen_until)
    if (seenUntil) await refuseAnswered(tx, chatId, seenUntil)
    const { draft_version: version } = body
    if (version !== undefined) await deleteOwnDraft(tx, { chatId, kind: 'reply', version })
    await prepareOneSend(tx, { ...input, actor: tx.actor })
    const row = await insertRow(tx, 'held_replies', {
      id: newId(now),
      membership_id: memberOf(tx),
      chat_id: chatId,
      input: JSON.stringify({ message: body.message, send: input }),
      seen_until: seenUntil,
      closes: body.closes ?? false,
      due_at: new Date(now.getTime() + body.hold_seconds * 1000),
      created_at: now,
      cause: writeCause(findCause()),
    })
    wakeAfterCommit(tx, 'held', [tx.workspaceId])
    return toHeldReply(row)
  })
}

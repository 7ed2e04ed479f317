import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import type { SendContent } from '#messages/queueing/read-send-content.ts'
import { fillForChat } from './fill-for-chat.ts'
import { findFiles } from './replace-files.ts'

/** A text, or a canned reply instead of it. */
type Written = { text?: string | undefined; canned_reply_id?: string | undefined }

/**
 * Returns the messages of a text for a conversation, or of a canned reply: the text with its variables filled, then the files of the reply.
 * `options`: those of `fillForChat`.
 *
 * @throws {AppError} canned_reply_not_found, validation_failed: a variable has no value
 */
export async function composeReply(
  tx: Scope,
  chat: { id: string; personId: string },
  { text: own = '', canned_reply_id: cannedId }: Written,
  options?: Parameters<typeof fillForChat>[3],
): Promise<SendContent[]> {
  const written = cannedId ? (await getById(tx, 'canned_replies', cannedId)).text : own
  const text = await fillForChat(tx, chat, written, options)
  const id = cannedId?.toLowerCase()
  const files = id ? (await findFiles(tx, [id]))(id) : []
  return [{ text }, ...files.map((file) => ({ text: null, mediaId: file.id }))]
}

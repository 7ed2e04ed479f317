import type { Static } from 'typebox'
import { findReceiver, handOver } from '#bots/hand-over.ts'
import { createNotes } from '#conversations/notes/create-note.ts'
import { findMentioned } from '#conversations/notes/expand-mentions.ts'
import type { Note } from '#conversations/notes/schema.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { firstOf } from '#lib/first-of.ts'
import { checkChange } from './check-change.ts'
import { deleteOwnDraft } from './delete-own-draft.ts'
import type { WriteNoteBody } from './schema.ts'

type Input = Static<typeof WriteNoteBody>

/**
 * Finds the members whom the note mentions, and who gets its conversation, before the transaction of `writeNote`.
 *
 * @throws {AppError} insufficient_scope
 */
export async function findNoteMembers(scope: Scope, { note, hand_over_to: to }: Input) {
  if (to) await checkChange(scope, 'handing over')
  const receivers = to ? await findReceiver(scope, { to }) : new Map()
  return { mentioned: await findMentioned(scope, [note]), receivers }
}

/**
 * Adds a note to a conversation, deletes the draft that it was, and hands the conversation over if asked to, in one transaction.
 * `members`: the result of `findNoteMembers`.
 *
 * @throws {AppError} draft_changed, and the codes of `createNotes` and `handOver`
 */
export async function writeNote(
  scope: Scope,
  { conversation_id: id, note, draft_version: version, hand_over_to: to }: Input,
  { mentioned, receivers }: Awaited<ReturnType<typeof findNoteMembers>>,
): Promise<Note> {
  const chatId = id.toLowerCase()
  return transaction(scope, async (tx) => {
    if (version !== undefined) await deleteOwnDraft(tx, { chatId, kind: 'note', version })
    const written = firstOf(await createNotes(tx, [{ chatId, input: note }], mentioned))
    if (to) await handOver(tx, chatId, { to }, receivers)
    return written
  })
}

import type { Static } from 'typebox'
import { createNotes } from '#conversations/notes/create-note.ts'
import { findMentioned } from '#conversations/notes/expand-mentions.ts'
import type { Note } from '#conversations/notes/schema.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { firstOf } from '#lib/first-of.ts'
import { deleteOwnDraft } from './delete-own-draft.ts'
import type { WriteNoteBody } from './schema.ts'

type Input = Static<typeof WriteNoteBody>

/** Finds the members whom the note mentions, before the transaction of `writeNote`. */
export function findNoteMentions(scope: Scope, { note }: Input) {
  return findMentioned(scope, [note])
}

/**
 * Adds a note to a conversation and deletes the draft that it was, in one transaction. `members`: the result of `findNoteMentions`.
 *
 * @throws {AppError} draft_changed, and the codes of `createNotes`
 */
export async function writeNote(
  scope: Scope,
  { conversation_id: id, note, draft_version: version }: Input,
  members: Awaited<ReturnType<typeof findNoteMentions>>,
): Promise<Note> {
  const chatId = id.toLowerCase()
  return transaction(scope, async (tx) => {
    if (version !== undefined) await deleteOwnDraft(tx, { chatId, kind: 'note', version })
    return firstOf(await createNotes(tx, [{ chatId, input: note }], members))
  })
}

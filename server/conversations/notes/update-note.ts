import type { Static } from 'typebox'
import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { checkMentions } from './check-mentions.ts'
import { lockNote } from './lock-note.ts'
import { readEditing } from './read-editing.ts'
import type { Editing } from './read-editing.ts'
import { toNote } from './schema.ts'
import type { Note, UpdateNoteBody } from './schema.ts'
import { readMentions, writeMentions } from './write-mentions.ts'

/** The fields to change; missing ones stay. */
type UpdateNoteInput = Static<typeof UpdateNoteBody>

/**
 * Updates the actor's own note, or any note for an admin, and records `note.updated`, in one transaction. Newly
 * mentioned members are notified; others lose the mention. Without a change nothing is recorded. `editing` is needed inside a
 * transaction.
 *
 * @throws {AppError} note_not_found, author_required, membership_not_found, mention_needs_access, validation_failed
 */
export async function updateNote(
  scope: Scope,
  id: string,
  input: UpdateNoteInput,
  editing?: Editing,
): Promise<Note> {
  const { isByAdmin, members } = editing ?? (await readEditing(scope, input))
  return transaction(scope, async (tx) => {
    const before = await lockNote(tx, id, isByAdmin)
    const text = input.text === undefined ? before.text : readTrimmed('text', input.text)
    const mentions = input.mentions ? readMentions(members, input.mentions) : before.mentions
    const isSame = text === before.text && String(mentions) === String(before.mentions)
    if (isSame) return toNote(before)
    const added = mentions.filter((each) => !before.mentions.includes(each))
    const addParticipants = input.add_participants ?? false
    await checkMentions(tx, [{ chatId: before.chat_id, ids: added, addParticipants }], members)
    const row = await changeById(tx, 'notes', before.id, {
      text,
      mentions,
      edited_at: tx.clock.now(),
    })
    const dropped = before.mentions.filter((each) => !mentions.includes(each))
    if (dropped.length > 0)
      await deleteFrom(tx, 'mentions')
        .where('note_id', '=', row.id)
        .where('membership_id', 'in', dropped)
        .execute()
    await writeMentions(tx, [{ ...row, mentions: added }])
    const note = toNote(row)
    await recordEvents(tx, [{ type: 'note.updated', data: note }])
    return note
  })
}

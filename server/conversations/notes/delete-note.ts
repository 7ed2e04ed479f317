import { isAdmin } from '#account/users/is-admin.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { recordEvents } from '#events/record-events.ts'
import { lockNote } from './lock-note.ts'
import { toNote } from './schema.ts'

/**
 * Deletes the actor's own note, or any note for an admin. Its text and mentions are deleted; the row stays, so that
 * open threads can remove it. Records `note.updated`.
 *
 * @throws {AppError} note_not_found, author_required
 */
export async function deleteNote(scope: Scope, id: string): Promise<void> {
  const isByAdmin = await isAdmin(scope)
  await transaction(scope, (tx) => removeNote(tx, id, isByAdmin))
}

/** Deletes a note as `deleteNote` does, in the caller's transaction. @throws {AppError} note_not_found, author_required */
export async function removeNote(tx: Scope, id: string, isByAdmin: boolean): Promise<void> {
  const { id: noteId, chat_id } = await lockNote(tx, id, isByAdmin)
  const row = await changeById(tx, 'notes', noteId, {
    text: '',
    mentions: [],
    deleted_at: tx.clock.now(),
  })
  await deleteFrom(tx, 'mentions').where('note_id', '=', noteId).execute()
  await recordAudit(tx, 'note.deleted', noteId, { conversation_id: chat_id })
  await recordEvents(tx, [{ type: 'note.updated', data: toNote(row) }])
}

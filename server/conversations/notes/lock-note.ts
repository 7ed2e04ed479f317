import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { getById, notFound } from '#db/get-by-id.ts'
import type { Notes } from '#db/tables/notes.ts'
import { AppError } from '#lib/errors.ts'

/**
 * Locks a note for its author or an admin to change, and returns it.
 * `isByAdmin`: whether the actor is an admin, read before the transaction.
 *
 * @throws {AppError} note_not_found, also for a deleted one; author_required
 */
export async function lockNote(
  tx: Scope,
  id: string,
  isByAdmin: boolean,
): Promise<Selectable<Notes>> {
  const note = await getById(tx, 'notes', id, 'change')
  if (note.deleted_at) throw notFound('notes', id)
  const isAuthor = note.author_type === tx.actor.type && note.author_id === tx.actor.id
  if (!isAuthor && !isByAdmin)
    throw new AppError('author_required', 'Only the author or an admin can change this note.')
  return note
}

import type { Selectable } from 'kysely'
import type { Scope } from '#context.ts'
import type { Notes } from '#db/tables/notes.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { isAdmin } from '#account/users/is-admin.ts'

/**
 * Locks a note for its author or an admin to change, and returns it.
 *
 * @throws {AppError} note_not_found, also for a deleted one; author_required
 */
export async function lockNote(tx: Scope, id: string): Promise<Selectable<Notes>> {
  const note = isUuid(id)
    ? await tx.db
        .selectFrom('notes')
        .selectAll()
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!note) throw new AppError('note_not_found', `There is no note ${id} in this workspace.`)
  const isAuthor = note.author_type === tx.actor.type && note.author_id === tx.actor.id
  if (!isAuthor && !(await isAdmin(tx)))
    throw new AppError('author_required', 'Only the author or an admin can change this note.')
  return note
}

import type { Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import { checkMembers } from '../check-members.ts'
import type { PresentMembers } from '../find-present-members.ts'

/**
 * Returns the memberships that a note mentions, each once and in lower case.
 *
 * @throws {AppError} membership_not_found
 */
export function readMentions(present: PresentMembers, ids: string[]): string[] {
  checkMembers(present, ids)
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/** A note with the memberships that it mentions. */
type MentioningNote = { id: string; chat_id: string; mentions: string[] }

/**
 * Stores the mentions of notes, for members other than the author, in one statement. `note.created` and `note.updated`
 * notify them.
 */
export async function writeMentions(tx: Scope, notes: MentioningNote[]): Promise<void> {
  const rows = notes.flatMap((note) =>
    note.mentions
      .filter((id) => id !== tx.actor.id)
      .map((id) => ({
        workspace_id: tx.workspaceId,
        membership_id: id,
        note_id: note.id,
        chat_id: note.chat_id,
        created_at: tx.clock.now(),
      })),
  )
  if (rows.length > 0) await insertInto(tx.db, 'mentions', rows)
}

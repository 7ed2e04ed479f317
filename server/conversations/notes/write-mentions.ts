import type { Scope } from '#context.ts'
import { AppError } from '#lib/errors.ts'

/** A mentioned member. */
type Mentioned = { id: string }

/**
 * Finds the current members with these ids, each once.
 *
 * @throws {AppError} membership_not_found
 */
export async function findMentioned(scope: Scope, ids: string[]): Promise<Mentioned[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
  if (wanted.length === 0) return []
  const members = await scope.directory
    .selectFrom('memberships')
    .select('memberships.id')
    .where('memberships.workspace_id', '=', scope.workspaceId)
    .where('memberships.id', 'in', wanted)
    .where('memberships.removed_at', 'is', null)
    .execute()
  return wanted.map((id) => {
    const member = members.find((each) => each.id === id)
    if (member) return member
    throw new AppError('membership_not_found', `There is no membership ${id} in this workspace.`)
  })
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
  if (rows.length > 0) await tx.db.insertInto('mentions').values(rows).execute()
}

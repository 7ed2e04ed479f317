import type { Scope } from '#context.ts'
import type { Chat } from '../schema.ts'
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
  const members = await scope.db
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

/** Stores the mentions of a note, for members other than the author. `note.created` and `note.updated` notify them. */
export async function writeMentions(
  tx: Scope,
  note: { id: string },
  chat: Pick<Chat, 'id'>,
  members: Mentioned[],
): Promise<void> {
  const others = members.filter((member) => member.id !== tx.actor.id)
  if (others.length === 0) return
  const rows = others.map((member) => ({
    workspace_id: tx.workspaceId,
    membership_id: member.id,
    note_id: note.id,
    chat_id: chat.id,
    created_at: tx.clock.now(),
  }))
  await tx.db.insertInto('mentions').values(rows).execute()
}

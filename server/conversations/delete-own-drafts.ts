import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'

/** Deletes the drafts, and the replies that could not be sent, of a member who was removed, in the caller's transaction. */
export async function deleteOwnDrafts(tx: Scope, membershipId: string): Promise<void> {
  await deleteFrom(tx, 'held_replies')
    .where('membership_id', '=', membershipId)
    .where('due_at', 'is', null)
    .execute()
  await deleteFrom(tx, 'own_drafts').where('membership_id', '=', membershipId).execute()
}

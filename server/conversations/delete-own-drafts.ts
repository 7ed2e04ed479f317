import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'

/** Deletes the drafts of a member who was removed, in the caller's transaction. */
export async function deleteOwnDrafts(tx: Scope, membershipId: string): Promise<void> {
  await deleteFrom(tx, 'own_drafts').where('membership_id', '=', membershipId).execute()
}

import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { deletePicture } from './delete-picture.ts'

/**
 * Stores a picture (from `readPicture`) of a member, or of the workspace for null, in place of the former one, in the caller's
 * transaction; null only deletes that. Returns whether anything changed. Lock the membership or the workspace before.
 */
export async function writePicture(
  tx: Scope,
  membershipId: string | null,
  bytes: Buffer | null,
): Promise<boolean> {
  const isDeleted = await deletePicture(tx, membershipId)
  if (bytes === null) return isDeleted
  await tx.directory
    .insertInto('pictures')
    .values({
      workspace_id: tx.workspaceId,
      id: newId(),
      membership_id: membershipId,
      bytes,
      created_at: tx.clock.now(),
    })
    .execute()
  return true
}

import type { Scope } from '#db/context.ts'
import { storeUnavailable } from '#media/media-storage.ts'
import { UNUSED_PICTURE_MS } from '#shared/pictures.ts'
import { deletePicture } from './delete-picture.ts'
import type { StoredPicture } from './store-picture.ts'

/** The time in which a file must be stored, long before it is deleted as unused. */
const STORED_WITHIN_MS = UNUSED_PICTURE_MS / 2

/**
 * Gives a picture from `storePicture` to a member, or to the workspace for null, in place of the former one, in the caller's
 * transaction; null only deletes that. Returns whether anything changed. Lock the membership or the workspace before.
 *
 * @throws {AppError} media_store_unavailable, when storing the file took longer than five minutes
 */
export async function writePicture(
  tx: Scope,
  membershipId: string | null,
  picture: StoredPicture | null,
): Promise<boolean> {
  const isDeleted = await deletePicture(tx, membershipId)
  if (picture === null) return isDeleted
  const since = new Date(tx.clock.now().getTime() - STORED_WITHIN_MS)
  const stored = await tx.directory
    .deleteFrom('unused_pictures')
    .where('workspace_id', '=', tx.workspaceId)
    .where('id', '=', picture.id)
    .where('since', '>', since)
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw storeUnavailable(new Error('storing the picture took too long'))
  await tx.directory
    .insertInto('pictures')
    .values({
      workspace_id: tx.workspaceId,
      membership_id: membershipId,
      ...picture,
      created_at: tx.clock.now(),
    })
    .execute()
  return true
}

import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createMediaStorage } from '#media/create-media-storage.ts'
import { mediaKey } from '#media/media-storage.ts'

/** A picture whose file is in the storage, and that nobody has yet. */
export type StoredPicture = { id: string; size_bytes: number }

/**
 * Writes a picture from `readPicture` to the file storage, for `writePicture`. Until then it is an unused picture, so that housekeeping
 * deletes what a failed request or a killed process leaves.
 *
 * @throws {AppError} media_store_full, media_store_unavailable
 */
export async function storePicture(scope: Scope, bytes: Buffer): Promise<StoredPicture> {
  const id = newId()
  await scope.directory
    .insertInto('unused_pictures')
    .values({ workspace_id: scope.workspaceId, id, since: scope.clock.now() })
    .execute()
  async function* content() {
    yield bytes
  }
  await createMediaStorage(scope.config).write(mediaKey(scope.workspaceId, id), content())
  return { id, size_bytes: bytes.length }
}

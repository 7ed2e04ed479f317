import type { Context } from '#db/context.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { UNUSED_PICTURE_MS } from '#shared/pictures.ts'

const BATCH = 100

/**
 * Deletes pictures that have been without a member or workspace for ten minutes, first from the storage and then their rows, until none
 * is left or `signal` is aborted. If the storage is unavailable, the rows are kept for the next run.
 */
export async function deleteUnusedPictures(
  context: Pick<Context, 'directory' | 'clock'>,
  storage: MediaStorage,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(context.clock.now().getTime() - UNUSED_PICTURE_MS)
  while (!signal?.aborted) {
    const rows = await context.directory
      .selectFrom('unused_pictures')
      .select(['workspace_id', 'id'])
      .where('since', '<', before)
      .orderBy('since')
      .limit(BATCH)
      .execute()
    for (const row of rows) {
      await storage.remove(mediaKey(row.workspace_id, row.id))
      await context.directory
        .deleteFrom('unused_pictures')
        .where('workspace_id', '=', row.workspace_id)
        .where('id', '=', row.id)
        .execute()
    }
    if (rows.length < BATCH) return
  }
}

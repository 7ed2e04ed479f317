import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'

const BATCH = 100

/**
 * Deletes the files of revoked messages, first from the storage and then their rows, until none is left or
 * `signal` is aborted. If the storage is unavailable, the rows are kept for the next run.
 */
export async function deleteRevokedFiles(
  context: Pick<Context, 'db'>,
  storage: MediaStorage,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await sql<{ workspace_id: string; id: string }>`
      /* across workspaces: no request waits for these files */
      select workspace_id, id from media_files
      where error = 'revoked' and status = 'failed' and is_here(workspace_id)
      order by workspace_id, id limit ${BATCH}`.execute(context.db)
    for (const row of rows) {
      await storage.remove(mediaKey(row.workspace_id, row.id))
      await context.db
        .deleteFrom('media_files')
        .where('workspace_id', '=', row.workspace_id)
        .where('id', '=', row.id)
        .where('error', '=', 'revoked')
        .execute()
    }
    if (rows.length < BATCH) return
  }
}

import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { mediaKey } from '#messages/media/media-storage.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'

const BATCH = 100

/**
 * Deletes the files of messages that were revoked, from the storage and then their rows, until none is left or
 * `signal` is aborted. A storage that is away leaves the rows for the next time.
 */
export async function deleteRevokedFiles(
  context: Pick<Context, 'db'>,
  storage: MediaStorage,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) {
    const { rows } = await sql<{ workspace_id: string; id: string }>`
      /* across workspaces: nobody waits for these files */
      select workspace_id, id from media_files
      where error = 'revoked' and status = 'failed'
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

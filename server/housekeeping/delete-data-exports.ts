import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'

const BATCH = 50

type Row = { workspace_id: string; id: string; files: string[] }

/**
 * Deletes exports of contacts that have expired, first their files and then their rows, until none is left or `signal`
 * is aborted.
 */
export async function deleteDataExports(
  context: Pick<Context, 'db' | 'clock'>,
  storage: MediaStorage,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now()
  while (!signal?.aborted) {
    const { rows } = await sql<Row>`
      /* across workspaces: no request waits for these files */
      select workspace_id, id, parts || writing as files from data_exports
      where expires_at < ${now} and is_here(workspace_id)
      order by expires_at limit ${BATCH}`.execute(context.db)
    for (const row of rows) {
      for (const file of row.files) await storage.remove(mediaKey(row.workspace_id, file))
      await deleteFrom({ db: context.db, workspaceId: row.workspace_id }, 'data_exports')
        .where('id', '=', row.id)
        .where('expires_at', '<', now)
        .execute()
    }
    if (rows.length < BATCH) return
  }
}

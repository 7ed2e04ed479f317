import { sql } from 'kysely'
import type { Context } from '#context.ts'
import { mediaKey } from '#messages/media/media-storage.ts'
import type { MediaStorage } from '#messages/media/media-storage.ts'

const BATCH = 500
const NONE = '00000000-0000-0000-0000-000000000000'

type Row = { workspace_id: string; id: string; is_unused: boolean }

/**
 * Deletes uploaded files that no message and no ticket uses and that are older than their workspace's retention time, first
 * from the storage and then their rows, until none is left or `signal` is aborted. If the storage is
 * unavailable, the rows are kept for the next run.
 */
export async function deleteUnusedUploads(
  context: Pick<Context, 'db' | 'clock'>,
  storage: MediaStorage,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now()
  for (let after = { workspace_id: NONE, id: NONE }; !signal?.aborted;) {
    const { rows } = await sql<Row>`
      /* across workspaces: no request waits for these files */
      select upload.workspace_id, upload.id, not exists (
        select from messages
        where messages.workspace_id = upload.workspace_id and direction = 'outbound'
          and media ->> 'id' = upload.id::text
      ) and not exists (
        select from ticket_attachments
        where ticket_attachments.workspace_id = upload.workspace_id and ticket_attachments.upload_id = upload.id
      ) as is_unused
      from media_uploads as upload
      join workspaces on workspaces.id = upload.workspace_id
      where (upload.workspace_id, upload.id) > (${after.workspace_id}::uuid, ${after.id}::uuid)
        and upload.created_at < ${now}::timestamptz - make_interval(
          days => least(workspaces.retention_days, workspaces.message_retention_days))
      order by upload.workspace_id, upload.id
      limit ${BATCH}`.execute(context.db)
    for (const row of rows.filter((each) => each.is_unused)) await remove(context, storage, row)
    if (rows.length < BATCH) return
    after = rows.at(-1)!
  }
}

async function remove({ db }: Pick<Context, 'db'>, storage: MediaStorage, row: Row): Promise<void> {
  await storage.remove(mediaKey(row.workspace_id, row.id))
  for (const [table, id] of [
    ['media_upload_copies', 'upload_id'],
    ['media_uploads', 'id'],
  ] as const)
    await sql`
      delete from ${sql.table(table)}
      where workspace_id = ${row.workspace_id} and ${sql.ref(id)} = ${row.id}`.execute(db)
}

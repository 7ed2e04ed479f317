import { sql } from 'kysely'
import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { NO_WORKSPACE } from '#lib/ids.ts'
import { lastOf } from '#lib/last-of.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { RETENTION_DAYS } from '#shared/workspaces.ts'

const BATCH = 500

const RETENTION_MIN_MS = RETENTION_DAYS.min * 24 * 3_600_000

type UploadRow = { workspace_id: string; id: string; created_at: Date }

/**
 * Deletes uploaded files that no message, ticket or canned reply uses and that are older than their workspace's retention time, first
 * from the storage and then their rows, until none is left or `signal` is aborted. If the storage is
 * unavailable, the rows are kept for the next run.
 */
export async function deleteUnusedUploads(
  context: Pick<Context, 'db' | 'directory' | 'clock'>,
  storage: MediaStorage,
  signal?: AbortSignal,
): Promise<void> {
  const now = context.clock.now()
  for (let after = { workspace_id: NO_WORKSPACE, id: NO_WORKSPACE }; !signal?.aborted;) {
    const { rows } = await sql<UploadRow>`
      /* across workspaces: no request waits for these files */
      select workspace_id, id, created_at from media_uploads
      where (workspace_id, id) > (${after.workspace_id}::uuid, ${after.id}::uuid)
        and created_at < ${new Date(now.getTime() - RETENTION_MIN_MS)} and is_here(workspace_id)
      order by workspace_id, id
      limit ${BATCH}`.execute(context.db)
    const unused = await findUnusedUploads(context, await findExpired(context, rows))
    for (const row of unused) await remove(context, storage, row)
    if (rows.length < BATCH) return
    after = lastOf(rows)
  }
}

/** Returns the uploads that are older than their workspace's retention time. */
async function findExpired(
  { directory, clock }: Pick<Context, 'directory' | 'clock'>,
  uploads: UploadRow[],
) {
  if (uploads.length === 0) return []
  const workspaceIds = new Set(uploads.map((each) => each.workspace_id))
  const { rows } = await sql<{ id: string; since: Date }>`
    select id, ${clock.now()}::timestamptz
      - make_interval(days => least(retention_days, message_retention_days)) as since
    from workspaces where id = any (${[...workspaceIds]}::uuid[])`.execute(directory)
  const since = new Map(rows.map((row) => [row.id, row.since]))
  return uploads.filter(({ workspace_id, created_at: at }) => {
    const expired = since.get(workspace_id)
    return expired !== undefined && at < expired
  })
}

/** Returns the uploads that no message, ticket or canned reply uses. */
export async function findUnusedUploads<Row extends Pick<UploadRow, 'workspace_id' | 'id'>>(
  { db }: Pick<Context, 'db'>,
  uploads: Row[],
): Promise<Row[]> {
  if (uploads.length === 0) return []
  const given = bulkRows('upload', uploads, {
    workspace_id: ['uuid', (upload) => upload.workspace_id],
    id: ['uuid', (upload) => upload.id],
  })
  const { rows } = await sql<{ id: string }>`
    /* across workspaces: no request waits for these files */
    select upload.id from ${given}
    where not exists (
      select from messages
      where messages.workspace_id = upload.workspace_id and direction = 'outbound'
        and media ->> 'id' = upload.id::text
    ) and not exists (
      select from ticket_attachments
      where ticket_attachments.workspace_id = upload.workspace_id and ticket_attachments.upload_id = upload.id
    ) and not exists (
      select from canned_reply_files
      where canned_reply_files.workspace_id = upload.workspace_id and canned_reply_files.upload_id = upload.id
    )`.execute(db)
  const unused = new Set(rows.map((row) => row.id))
  return uploads.filter((upload) => unused.has(upload.id))
}

async function remove(
  { db }: Pick<Context, 'db'>,
  storage: MediaStorage,
  row: UploadRow,
): Promise<void> {
  await storage.remove(mediaKey(row.workspace_id, row.id))
  for (const [table, id] of [
    ['media_upload_copies', 'upload_id'],
    ['media_uploads', 'id'],
  ] as const)
    await sql`
      delete from ${sql.table(table)}
      where workspace_id = ${row.workspace_id} and ${sql.ref(id)} = ${row.id}`.execute(db)
}

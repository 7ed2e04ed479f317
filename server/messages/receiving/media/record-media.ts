import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { MessageRow } from '../../state/save-message-changes.ts'
import { toMessage } from '../../schema.ts'
import { hasFile, showOn } from '../../show-file.ts'
import type { DueMedia } from './due-media.ts'
import type { FetchedMedia } from '#platforms/platform-client.ts'
import type { MediaFailure } from '#platforms/media-failure.ts'

/** Pauses between attempts, in total less than the seven days for which the platform keeps a file. */
const RETRIES_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 172_800_000]

/**
 * Records that a file is stored, shows it with its message, and records `message.updated`. Returns false when the file
 * is no longer wanted.
 */
export async function recordStored(
  scope: Scope,
  file: DueMedia,
  fetched: FetchedMedia,
): Promise<boolean> {
  const { sizeBytes, sha256 } = fetched
  const mimeType = file.mime_type ?? fetched.mimeType ?? null
  const isSettled = await settle(
    scope,
    file,
    {
      status: 'stored',
      error: null,
      stored_at: scope.clock.now(),
      url: null,
      mime_type: mimeType,
      size_bytes: sizeBytes,
      sha256,
    },
    { status: 'stored', error: null, mime_type: mimeType, size_bytes: sizeBytes, sha256 },
  )
  if (isSettled) return true
  const row = await scope.db
    .selectFrom('media_files')
    .select('status')
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', file.id)
    .executeTakeFirst()
  return row !== undefined && row.status !== 'failed'
}

/**
 * Records a failed download and the time of the next attempt; the last failure is shown with its message, with
 * `message.updated`.
 */
export async function recordFailure(
  scope: Scope,
  file: DueMedia,
  failure: MediaFailure,
): Promise<void> {
  const pauseMs = failure.isFinal ? undefined : RETRIES_MS[file.attempts]
  const error = failure.word
  if (pauseMs === undefined)
    return void (await settle(
      scope,
      file,
      { status: 'failed', error, url: null },
      { status: 'failed', error },
    ))
  await scope.db
    .updateTable('media_files')
    .set({
      error,
      // A download address is valid only for minutes.
      url: file.platform_media_id === null ? file.url : null,
      attempts: file.attempts + 1,
      due_at: new Date(scope.clock.now().getTime() + pauseMs),
    })
    .where('workspace_id', '=', scope.workspaceId)
    .where('id', '=', file.id)
    .where('status', '=', 'pending')
    .execute()
}

async function settle(
  scope: Scope,
  file: DueMedia,
  columns: Partial<DueMedia> & Pick<DueMedia, 'status'>,
  shown: Record<string, unknown>,
): Promise<boolean> {
  return transaction(scope, async (tx) => {
    const settled = await tx.db
      .updateTable('media_files')
      .set({ ...columns, attempts: file.attempts + 1 })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', file.id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (!settled) return false
    // A message that was revoked in between has no file.
    const { rows } = await sql<MessageRow>`
      update messages set media = ${showOn(sql.ref('media'), file.id, shown)}
      where workspace_id = ${tx.workspaceId} and id = ${file.message_id} and ${hasFile(sql.ref('media'), file.id)}
      returning *`.execute(tx.db)
    await recordEvents(
      tx,
      rows
        .filter((row) => row.origin !== 'history')
        .map((row) => ({ type: 'message.updated', data: toMessage(tx, row) })),
    )
    return true
  })
}

import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { updateTable } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import type { MessageRow } from '../../state/save-message-changes.ts'
import { toMessage } from '../../schema.ts'
import { hasFile, showOn } from '../../show-on.ts'
import type { DueMedia } from './due-media.ts'
import type { FetchedMedia } from '#platforms/platform-client.ts'
import type { MediaFailure } from '#platforms/media-failure.ts'
import { findById } from '#db/find-by-id.ts'

/** Pauses between attempts, in total less than the seven days for which the platform keeps a file. */
const RETRIES_MS = [5_000, 30_000, 120_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 172_800_000]

/**
 * Records that a file is stored, shows it with its message, and records `message.updated`. Returns false when the file
 * is no longer wanted.
 */
export async function recordStored(
  scope: Scope,
  file: DueMedia,
  fetched: FetchedMedia & { seconds: number | null },
): Promise<boolean> {
  const { sizeBytes, sha256, seconds } = fetched
  const mimeType = file.mime_type ?? fetched.mimeType ?? null
  const shown = {
    status: 'stored' as const,
    error: null,
    mime_type: mimeType,
    size_bytes: sizeBytes,
    sha256,
  }
  const isSettled = await settle(scope, file, shown, {
    columns: { stored_at: scope.clock.now() },
    details: seconds === null ? {} : { duration_seconds: seconds },
  })
  if (isSettled) return true
  const row = await findById(scope, 'media_files', file.id)
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
  if (pauseMs === undefined) return void (await settle(scope, file, { status: 'failed', error }))
  await updateTable(scope, 'media_files')
    .set({
      error,
      // A download address is valid only for minutes.
      url: file.platform_media_id === null ? file.url : null,
      attempts: file.attempts + 1,
      due_at: new Date(scope.clock.now().getTime() + pauseMs),
    })
    .where('id', '=', file.id)
    .where('status', '=', 'pending')
    .execute()
}

/** Stores the end of a download, and shows it with the message. `columns` are not shown, and `details` are only shown. */
async function settle(
  scope: Scope,
  file: DueMedia,
  shown: Partial<DueMedia> & Pick<DueMedia, 'status'>,
  more: { columns?: Partial<DueMedia>; details?: Record<string, unknown> } = {},
): Promise<boolean> {
  return transaction(scope, async (tx) => {
    const settled = await updateTable(tx, 'media_files')
      .set({ ...shown, ...more.columns, url: null, attempts: file.attempts + 1 })
      .where('id', '=', file.id)
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    if (!settled) return false
    // A message that was revoked in between has no file.
    const { rows } = await sql<MessageRow>`
      update messages set media = ${showOn(sql.ref('media'), file.id, { ...shown, ...more.details })}
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

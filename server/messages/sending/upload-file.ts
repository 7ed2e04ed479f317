import { buffer } from 'node:stream/consumers'
import type { Scope } from '#db/context.ts'
import type { OutboundFile, UploadOutcome } from '#platforms/platform-client.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { findById } from '#db/find-by-id.ts'
import { selectFrom } from '#db/select-from.ts'

/** How long the platform's id of a file is used: a day less than the platform keeps the file. Source: "Media". */
const COPY_MS = 29 * 86_400_000

/** Error of a message whose file cannot be read now. */
export const STORE_AWAY = {
  code: 'media_store_unavailable',
  message: 'The file storage is currently unavailable.',
}

/**
 * Uploads a stored file to the platform, unless the channel already has a valid id for it. Retries an upload without an
 * answer, because an unused copy harms nobody, and one whose file storage is unavailable.
 */
export async function uploadFile(
  scope: Scope,
  { channelId, uploadId }: { channelId: string; uploadId: string },
  upload: (file: OutboundFile) => Promise<UploadOutcome>,
  storage: MediaStorage,
): Promise<UploadOutcome> {
  const now = scope.clock.now()
  const copy = await selectFrom(scope, 'media_upload_copies')
    .select('platform_media_id')
    .where('upload_id', '=', uploadId)
    .where('channel_id', '=', channelId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (copy) return { kind: 'accepted', platformMediaId: copy.platform_media_id }
  const file = await findById(scope, 'media_uploads', uploadId)
  const stored = file && (await readFile(storage, mediaKey(scope.workspaceId, uploadId)))
  if (stored === 'away') return { kind: 'retry', error: STORE_AWAY }
  if (!file || !stored)
    return {
      kind: 'rejected',
      error: { code: 'media_not_found', message: 'The file is no longer stored.' },
    }
  const outcome = await upload({ mimeType: file.mime_type, filename: file.filename, bytes: stored })
  if (outcome.kind === 'ambiguous') return { ...outcome, kind: 'retry' }
  if (outcome.kind !== 'accepted') return outcome
  const row = {
    platform_media_id: outcome.platformMediaId,
    expires_at: new Date(now.getTime() + COPY_MS),
  }
  await scope.db
    .insertInto('media_upload_copies')
    .values({ workspace_id: scope.workspaceId, upload_id: uploadId, channel_id: channelId, ...row })
    .onConflict((oc) => oc.columns(['workspace_id', 'upload_id', 'channel_id']).doUpdateSet(row))
    .execute()
  return outcome
}

async function readFile(storage: MediaStorage, key: string): Promise<Blob | 'away' | undefined> {
  try {
    const stream = await storage.read(key)
    return stream && new Blob([new Uint8Array(await buffer(stream))])
  } catch {
    return 'away'
  }
}

import { buffer } from 'node:stream/consumers'
import type { CloudApi, CloudFile } from '#channels/cloud-api.ts'
import type { Scope } from '#context.ts'
import { mediaKey } from '../media/media-storage.ts'
import type { MediaStorage } from '../media/media-storage.ts'

type Given = Awaited<ReturnType<CloudApi['upload']>>

/** How long an id that the platform gave for a file is used: a day less than it is kept there. Source: "Media". */
const COPY_MS = 29 * 86_400_000

/** Why a message waits whose file cannot be read now. */
export const STORE_AWAY = {
  code: 'media_store_unavailable',
  message: 'The store of files cannot be used now.',
}

/**
 * The id under which the platform has an uploaded file for a channel: the one it gave before, or a new one, for
 * which the file is handed over. A hand-over that may have arrived is simply done again: nobody sees its copy. A
 * store of files that is away is a reason to try again later.
 */
export async function giveUpload(
  scope: Scope,
  { channelId, uploadId }: { channelId: string; uploadId: string },
  upload: (file: CloudFile) => Promise<Given>,
  storage: MediaStorage,
): Promise<Given> {
  const { workspaceId } = scope
  const now = scope.clock.now()
  const copy = await scope.db
    .selectFrom('media_upload_copies')
    .select('platform_media_id')
    .where('workspace_id', '=', workspaceId)
    .where('upload_id', '=', uploadId)
    .where('channel_id', '=', channelId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (copy) return { kind: 'accepted', platformMediaId: copy.platform_media_id }
  const file = await scope.db
    .selectFrom('media_uploads')
    .select(['mime_type', 'filename'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uploadId)
    .executeTakeFirst()
  const stored = file && (await readFile(storage, mediaKey(workspaceId, uploadId)))
  if (stored === 'away') return { kind: 'retry', error: STORE_AWAY }
  if (!file || !stored)
    return {
      kind: 'rejected',
      error: { code: 'media_not_found', message: 'The file is not stored any more.' },
    }
  const given = await upload({ mimeType: file.mime_type, filename: file.filename, bytes: stored })
  if (given.kind === 'ambiguous') return { ...given, kind: 'retry' }
  if (given.kind !== 'accepted') return given
  const row = {
    platform_media_id: given.platformMediaId,
    expires_at: new Date(now.getTime() + COPY_MS),
  }
  await scope.db
    .insertInto('media_upload_copies')
    .values({ workspace_id: workspaceId, upload_id: uploadId, channel_id: channelId, ...row })
    .onConflict((oc) => oc.columns(['workspace_id', 'upload_id', 'channel_id']).doUpdateSet(row))
    .execute()
  return given
}

async function readFile(storage: MediaStorage, key: string): Promise<Blob | 'away' | undefined> {
  try {
    const stream = await storage.read(key)
    return stream && new Blob([new Uint8Array(await buffer(stream))])
  } catch {
    return 'away'
  }
}

import { createHash } from 'node:crypto'
import type { Scope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'

/** Stores an upload as POST /api/v1/media does, its bytes only if there is a `storage`. Returns its id. */
export async function storeTestUpload(
  scope: Scope,
  options: { filename?: string; text?: string; storage?: MediaStorage } = {},
): Promise<string> {
  const { filename = 'receipt.pdf', text = '%PDF-1.7', storage } = options
  const id = newId()
  const bytes = Buffer.from(text)
  await storage?.write(mediaKey(scope.workspaceId, id), oneChunk(bytes))
  await scope.db
    .insertInto('media_uploads')
    .values({
      workspace_id: scope.workspaceId,
      id,
      mime_type: 'application/pdf',
      filename,
      size_bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      created_at: scope.clock.now(),
    })
    .execute()
  return id
}

async function* oneChunk(bytes: Buffer) {
  yield bytes
}

import type { Selectable } from 'kysely'
import type { Scope } from '#db/context.ts'
import { insertInto } from '#db/insert-into.ts'
import type { MediaUploads } from '#db/tables/media-uploads.ts'
import type { UploadedFile } from './kind-of.ts'

/** Records a stored file as an upload, and returns its row; `isOfVisitor` says that an anonymous visitor sent it. Uploads that nothing uses are deleted by housekeeping. */
export async function recordUpload(
  tx: Scope,
  id: string,
  file: UploadedFile,
  isOfVisitor = false,
): Promise<Selectable<MediaUploads>> {
  const row = {
    workspace_id: tx.workspaceId,
    id,
    ...file,
    of_visitor: isOfVisitor,
    created_by: tx.actor.id,
    created_at: tx.clock.now(),
  }
  await insertInto(tx.db, 'media_uploads', row)
  return row
}

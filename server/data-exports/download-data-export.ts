import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { AppError } from '#lib/errors.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { MediaStorage } from '#media/media-storage.ts'
import { readDataExport } from './read-data-export.ts'

/** The archive of an export: a tar file, compressed with gzip. */
export type Archive = { contactId: string; size: number; content: AsyncIterable<Uint8Array> }

/**
 * Opens the archive of a completed export. The audit log records who downloaded it. The content fails when a part is
 * missing, so that an incomplete download is noticed.
 *
 * @throws {AppError} data_export_not_found, data_export_incomplete
 */
export async function downloadDataExport(
  scope: Scope,
  id: string,
  storage: MediaStorage,
): Promise<Archive> {
  const row = await readDataExport(scope, id)
  if (row.status !== 'completed')
    throw new AppError(
      'data_export_incomplete',
      row.status === 'running'
        ? 'The export is still running. Repeat the request when its status is completed.'
        : 'The export was canceled. Request a new one.',
    )
  await recordAudit(scope, 'contact.export_downloaded', row.contact_id, { export_id: row.id })
  return {
    contactId: row.contact_id,
    size: row.size_bytes,
    content: readParts(scope.workspaceId, row.parts, storage),
  }
}

async function* readParts(workspaceId: string, parts: string[], storage: MediaStorage) {
  for (const part of parts) {
    const content = await storage.read(mediaKey(workspaceId, part))
    if (!content) throw new Error(`Part ${part} of an export is missing in the file storage.`)
    yield* content as AsyncIterable<Uint8Array>
  }
}

import type { Scope } from '#db/context.ts'
import { directoryTransaction } from '#db/directory-transaction.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { storePicture } from '../pictures/store-picture.ts'
import { writePicture } from '../pictures/write-picture.ts'
import { readSettings } from './read-settings.ts'
import type { WorkspaceSettings } from './schema.ts'

/**
 * Replaces the picture of the workspace by one from `readPicture`; null removes it. Records it in the audit log.
 *
 * @throws {AppError} media_store_full, media_store_unavailable
 */
export async function setWorkspacePicture(
  scope: Scope,
  bytes: Buffer | null,
): Promise<WorkspaceSettings> {
  const picture = bytes && (await storePicture(scope, bytes))
  return directoryTransaction(scope, async (tx) => {
    await tx.directory
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', tx.workspaceId)
      .forNoKeyUpdate()
      .execute()
    if (await writePicture(tx, null, picture)) {
      const action = bytes === null ? 'workspace.picture_removed' : 'workspace.picture_set'
      await recordAudit(tx, action, tx.workspaceId, {})
    }
    return readSettings(tx)
  })
}

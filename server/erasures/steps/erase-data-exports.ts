import { sql } from 'kysely'
import { affectedRows } from '#db/affected-rows.ts'
import { mediaKey } from '#media/media-storage.ts'
import type { Step } from '../step.ts'

/**
 * Removes the archives with the contact's data. Their rows stay until they expire, and a worker that is just writing
 * removes its own file when it finds the export canceled.
 */
export const eraseDataExports: Step = {
  name: 'data_exports',
  async prepare(scope, { contactIds }, storage) {
    const { rows } = await sql<{ id: string; files: string[] }>`
      select id, parts || writing as files from data_exports
      where workspace_id = ${scope.workspaceId}
        and contact_id = any (${contactIds}::uuid[])`.execute(scope.db)
    for (const file of rows.flatMap(({ files }) => files))
      await storage.remove(mediaKey(scope.workspaceId, file))
  },
  async run(tx, { subject: { contactIds } }) {
    const canceled = await sql`
      update data_exports set status = 'canceled', cursor = null
      where workspace_id = ${tx.workspaceId} and contact_id = any (${contactIds}::uuid[])
        and status <> 'canceled'`.execute(tx.db)
    return { counts: { data_exports: affectedRows(canceled) }, next: 'done' }
  },
}

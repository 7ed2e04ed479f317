import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import type { ImportRejection } from '#shared/contacts.ts'
import type { ImportReject } from './schema.ts'

/** A row to reject. */
export type NewReject = ImportReject & { code: ImportRejection }

/** Stores rejected rows with the reason of each. */
export async function recordRejects(
  tx: Scope,
  importId: string,
  rejects: NewReject[],
): Promise<void> {
  if (rejects.length === 0) return
  const given = bulkRows('given', rejects, {
    row_number: ['integer', (reject) => reject.row_number],
    code: ['text', (reject) => reject.code],
    message: ['text', (reject) => reject.message],
    // As JSON, because a PostgreSQL array of arrays needs arrays of equal length.
    cells: ['jsonb', (reject) => JSON.stringify(reject.cells)],
  })
  await sql`
    insert into import_rejects (workspace_id, import_id, row_number, code, message, cells)
    select ${tx.workspaceId}::uuid, ${importId}::uuid, row_number, code, message,
      array(select jsonb_array_elements_text(cells))
    from ${given}`.execute(tx.db)
}

import { sql } from 'kysely'
import type { Scope } from '#context.ts'
import type { ImportReject } from './schema.ts'

/** Keeps rows that cannot be read in, with what is wrong with each. */
export async function recordRejects(
  tx: Scope,
  importId: string,
  rejects: ImportReject[],
): Promise<void> {
  if (rejects.length === 0) return
  // One array of texts cannot hold arrays of different lengths.
  const cells = rejects.map((reject) => JSON.stringify(reject.cells))
  await sql`
    insert into import_rejects (workspace_id, import_id, row_number, code, message, cells)
    select ${tx.workspaceId}::uuid, ${importId}::uuid, row_number, code, message,
      array(select jsonb_array_elements_text(cells))
    from unnest(
      ${rejects.map((reject) => reject.row_number)}::integer[],
      ${rejects.map((reject) => reject.code)}::text[],
      ${rejects.map((reject) => reject.message)}::text[],
      ${cells}::jsonb[]
    ) as given (row_number, code, message, cells)`.execute(tx.db)
}

import { sql } from 'kysely'
import type { Scope } from './context.ts'
import { affectedRows } from './affected-rows.ts'

/** Deletes the rows of the scope's workspace whose column `column` has one of `ids`; returns how many they were. */
export async function deleteRows(
  { db, workspaceId }: Pick<Scope, 'db' | 'workspaceId'>,
  table: string,
  column: string,
  ids: string[],
): Promise<number> {
  const deleted = await sql`
    delete from ${sql.table(table)}
    where workspace_id = ${workspaceId} and ${sql.ref(column)} = any (${ids}::uuid[])`.execute(db)
  return affectedRows(deleted)
}

import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/** Deletes the picture of a member, or of the workspace for null, in the caller's transaction. Returns whether there was one. */
export async function deletePicture(tx: Scope, membershipId: string | null): Promise<boolean> {
  const { rows } = await sql`
    delete from pictures
    where workspace_id = ${tx.workspaceId} and membership_id is not distinct from ${membershipId}::uuid
    returning id`.execute(tx.directory)
  return rows.length > 0
}

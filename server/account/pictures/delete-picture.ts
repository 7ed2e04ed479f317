import { sql } from 'kysely'
import type { Scope } from '#db/context.ts'

/**
 * Deletes the picture of a member, or of the workspace for null, in the caller's transaction. Its URL ends with the commit, and
 * housekeeping deletes its file. Returns whether there was one.
 */
export async function deletePicture(tx: Scope, membershipId: string | null): Promise<boolean> {
  const { rows } = await sql`
    with deleted as (
      delete from pictures
      where workspace_id = ${tx.workspaceId} and membership_id is not distinct from ${membershipId}::uuid
      returning workspace_id, id
    )
    insert into unused_pictures (workspace_id, id, since)
    select workspace_id, id, ${tx.clock.now()}::timestamptz from deleted
    returning id`.execute(tx.directory)
  return rows.length > 0
}

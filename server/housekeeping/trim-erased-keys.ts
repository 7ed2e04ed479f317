import { sql } from 'kysely'
import { TRIM_BATCH } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/** Deletes hashes of contacts that were erased before `since`: no report about them is expected any more. */
export async function* trimErasedKeys(workspace: TrimmedWorkspace, since: Date): Trim {
  const { db, workspaceId } = workspace
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from erased_keys
      where workspace_id = ${workspaceId} and digest = any (array(
        select digest from erased_keys
        where workspace_id = ${workspaceId} and erased_at < ${since}
        order by erased_at limit ${TRIM_BATCH}
        for update skip locked
      ))`.execute(db)
    yield Number(numAffectedRows)
    if (numAffectedRows < BigInt(TRIM_BATCH)) return
  }
}

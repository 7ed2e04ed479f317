import { sql } from 'kysely'
import { TRIM_BATCH, trimInBatches } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/** Deletes hashes of contacts that were erased before `since`: no report about them is expected any more. */
export function trimErasedKeys(workspace: TrimmedWorkspace, since: Date): Trim {
  const { db, workspaceId } = workspace
  return trimInBatches(
    db,
    sql`
      delete from erased_keys
      where workspace_id = ${workspaceId} and digest = any (array(
        select digest from erased_keys
        where workspace_id = ${workspaceId} and erased_at < ${since}
        order by erased_at limit ${TRIM_BATCH}
        for update skip locked
      ))`,
  )
}

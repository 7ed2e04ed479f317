import { sql } from 'kysely'
import { keptSince, TRIM_BATCH, trimInBatches } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/**
 * Deletes the records that detect repeated submissions by a key or by their content. Those by a service's own id are
 * kept, because a service can deliver a submission again at any time.
 */
export function trimSubmissions(workspace: TrimmedWorkspace): Trim {
  const { db, workspaceId } = workspace
  const since = keptSince(workspace)
  return trimInBatches(
    db,
    sql`
      delete from form_submissions
      where workspace_id = ${workspaceId} and (form_id, fingerprint) in (
        select form_id, fingerprint from form_submissions
        where workspace_id = ${workspaceId} and seen_at < ${since}
          and fingerprint not like 'event:%'
        order by seen_at
        limit ${TRIM_BATCH}
        for update skip locked
      )`,
  )
}

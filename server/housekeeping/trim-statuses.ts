import { sql } from 'kysely'
import { TRIM_BATCH, trimInBatches } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/**
 * Deletes statuses from before `since` whose message never arrived, because another system sent it from the
 * same number.
 */
export function trimStatuses(workspace: TrimmedWorkspace, since: Date): Trim {
  const { db, workspaceId } = workspace
  return trimInBatches(
    db,
    sql`
      delete from message_statuses
      where workspace_id = ${workspaceId} and message_id is null
        and (channel_id, platform_message_id, status, participant) in (
          select channel_id, platform_message_id, status, participant from message_statuses
          where workspace_id = ${workspaceId} and message_id is null and occurred_at < ${since}
          order by occurred_at
          limit ${TRIM_BATCH}
          for update skip locked
        )`,
  )
}

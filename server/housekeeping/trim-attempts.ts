import { sql } from 'kysely'
import { firstOf } from '#lib/first-of.ts'
import { firstId } from '#lib/ids.ts'
import { deletedUntil, TRIM_BATCH } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/**
 * Deletes attempts of messages that are older than the retention time and no longer pending. Messages and their
 * statuses are kept. Reads the range of old message ids once, in order.
 */
export async function* trimAttempts(workspace: TrimmedWorkspace): Trim {
  const { db, workspaceId } = workspace
  const end = firstId(deletedUntil(workspace, 'message_attempts'))
  for (let after = { message: firstId(new Date(0)), id: firstId(new Date(0)) }; ;) {
    const { rows } = await sql<{ message_id: string | null; id: string | null; read: number }>`
      with page as materialized (
        select message_id, id from message_attempts
        where workspace_id = ${workspaceId} and (message_id, id) > (${after.message}::uuid, ${after.id}::uuid)
          and message_id < ${end}
        order by message_id, id
        limit ${TRIM_BATCH}
      ), deleted as (
        delete from message_attempts
        using page
        where workspace_id = ${workspaceId} and message_attempts.message_id = page.message_id
          and message_attempts.id = page.id and not exists (
            select from messages
            where messages.workspace_id = ${workspaceId} and messages.id = page.message_id
              and messages.status = 'queued'
          )
      )
      select last.message_id, last.id, (select count(*) from page) as read
      from (select 1) as one
      left join (select message_id, id from page order by message_id desc, id desc limit 1) as last
        on true`.execute(db)
    const { message_id: message, id, read } = firstOf(rows)
    yield read
    if (message === null || id === null || read < TRIM_BATCH) return
    after = { message, id }
  }
}

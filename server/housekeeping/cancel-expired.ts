import { sql } from 'kysely'
import { firstOf } from '#lib/first-of.ts'
import { firstId } from '#lib/ids.ts'
import { keptSince, TRIM_BATCH } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

/**
 * Cancels, as `expired`, pending deliveries that are older than the retention time, of endpoints that have been
 * disabled for longer than that. They stay in the log, with the reason, for another retention time.
 */
export async function* cancelExpired(workspace: TrimmedWorkspace): Trim {
  const { db, workspaceId, now } = workspace
  const since = keptSince(workspace)
  const end = firstId(since)
  for (let after = firstId(new Date(0)); ;) {
    const { rows } = await sql<{ last: string | null; read: number }>`
      with page as materialized (
        select id, endpoint_id from webhook_deliveries
        where workspace_id = ${workspaceId} and status = 'pending' and id > ${after} and id < ${end}
        order by id
        limit ${TRIM_BATCH}
      ), cancelled as (
        update webhook_deliveries
        set status = 'cancelled', last_error = 'expired', next_attempt_at = null, completed_at = ${now}
        where workspace_id = ${workspaceId} and id = any (array(
          select delivery.id from page
          join webhook_endpoints as endpoint
            on endpoint.workspace_id = ${workspaceId} and endpoint.id = page.endpoint_id
          join webhook_deliveries as delivery
            on delivery.workspace_id = ${workspaceId} and delivery.id = page.id
          where endpoint.status = 'disabled' and endpoint.disabled_at < ${since}
            and delivery.status = 'pending' and delivery.created_at < ${since}
          for no key update of delivery skip locked
        ))
      )
      select (select id from page order by id desc limit 1) as last,
        (select count(*) from page) as read`.execute(db)
    const { last, read } = firstOf(rows)
    yield read
    if (last === null || read < TRIM_BATCH) return
    after = last
  }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { firstOf } from '#lib/first-of.ts'
import { firstId } from '#lib/ids.ts'
import { deletedUntil, TRIM_BATCH } from './trim.ts'
import type { Trim, TrimmedWorkspace } from './trim.ts'

type Table =
  | 'webhook_deliveries'
  | 'inbound_payloads'
  | 'mails'
  | 'notices'
  | 'notifications'
  | 'webhook_replays'
  | 'webhook_endpoint_changes'
  | 'channel_events'
  | 'imports'
  | 'audit_entries'
  | 'api_requests'
  | 'rule_firings'

/**
 * Deletes the rows `item` of a table for which `isOver` is true. Reads the range of ids older than the
 * retention time once and in order, so it reads neither kept nor already deleted rows again.
 *
 * Attempts are deleted with their deliveries. Locked rows are skipped until the next run. The condition is checked again after a row is locked.
 */
export async function* trimById(
  workspace: TrimmedWorkspace,
  table: Table,
  isOver: RawBuilder<unknown>,
): Trim {
  const { db, workspaceId } = workspace
  const end = firstId(deletedUntil(workspace, table))
  for (let after = firstId(new Date(0)); ;) {
    const { rows } = await sql<{ last: string | null; read: number }>`
      with page as materialized (
        select id from ${sql.table(table)}
        where workspace_id = ${workspaceId} and id > ${after} and id < ${end}
        order by id
        limit ${TRIM_BATCH}
      ), deleted as (
        delete from ${sql.table(table)}
        where workspace_id = ${workspaceId} and id = any (array(
          select id from ${sql.table(table)} as item
          where workspace_id = ${workspaceId} and id = any (array(select id from page)) and (${isOver})
          for update skip locked
        ))
        returning id
      )${
        table === 'webhook_deliveries'
          ? sql`, attempts as (
        delete from webhook_attempts
        where workspace_id = ${workspaceId} and delivery_id = any (array(select id from deleted))
      )`
          : sql``
      }
      select (select id from page order by id desc limit 1) as last,
        (select count(*) from page) as read`.execute(db)
    const { last, read } = firstOf(rows)
    yield read
    if (last === null || read < TRIM_BATCH) return
    after = last
  }
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { LaneRef } from '#db/context.ts'
import { OVERDUE_MS } from '#tickets/claim-overdue-tickets.ts'

/** The most marks that one statement removes. */
const REMOVED_MAX = 1_000

/**
 * Builds the statement that finds workspaces with events that members are not notified of yet, or with mails or tickets
 * that are due. It reads the index entries of marked workspaces and of what is due, however many workspaces there are.
 *
 * A transaction that records such events marks its workspace (`is_notifying`). Removes the marks of workspaces that it
 * finds up to date, except of those that are being written: so a busy workspace stays marked, and no turn needs the lock
 * of its counter. The condition is checked again on the locked row, so that an event recorded since then keeps its mark.
 */
export function dueNotifyLanes(now: Date): RawBuilder<LaneRef> {
  return sql<LaneRef>`
    /* across workspaces: the sweeper serves all of them */
    with marked as materialized (
      select counters.workspace_id, coalesce(cursors.position, 0) as position,
        notifying_position > coalesce(cursors.position, 0) as is_behind
      from workspace_counters as counters
      left join notification_cursors as cursors using (workspace_id)
      where is_notifying and is_here(workspace_id)
    ), done as materialized (
      select counters.workspace_id
      from workspace_counters as counters
      join marked on marked.workspace_id = counters.workspace_id and not is_behind
      where is_notifying and notifying_position <= position
      limit ${REMOVED_MAX}
      for no key update of counters skip locked
    ), removed as (
      update workspace_counters as counters set is_notifying = false
      from done
      where counters.workspace_id = done.workspace_id
    ), due as (
      select workspace_id from marked where is_behind
      union
      select workspace_id from notifications where mail_due_at <= ${now}
      union
      select workspace_id from tickets
      where status in ('open', 'pending') and due_at <= ${now}
        and due_at > ${new Date(now.getTime() - OVERDUE_MS)} and reminded_due_at is distinct from due_at
    )
    select 'notify' as kind, workspace_id as "workspaceId", workspace_id as "targetId" from due`
}

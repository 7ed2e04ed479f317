import { sql } from 'kysely'
import { systemScope } from '#context.ts'
import type { Context, LaneRef } from '#context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { findNextMissed, queueMissedMails } from '../mailing/queue-missed-mails.ts'
import { recordNotifications } from './record-notifications.ts'

/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000

/**
 * Creates the lane handler that notifies the members of a workspace of its events, and by mail of what they missed. Its
 * targets are workspaces.
 */
export function createNotifyLane(context: Context): LaneHandler<Date | null> {
  return {
    slots: 4,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      for (;;) {
        const { isMore } = await recordNotifications(scope)
        if (!isMore) break
        if (isOver()) return context.clock.now()
      }
      await queueMissedMails(scope)
      return findNextMissed(scope)
    },
    /** Finds workspaces with events behind their position or with mails that are due. */
    async findDue() {
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select 'notify' as kind, counters.workspace_id as "workspaceId", counters.workspace_id as "targetId"
        from workspace_counters as counters
        left join notification_cursors as cursors using (workspace_id)
        where counters.event_position > coalesce(cursors.position, 0)
          or exists (
            select from notifications
            where notifications.workspace_id = counters.workspace_id and mail_due_at <= ${context.clock.now()}
          )`.execute(context.db)
      return rows
    },
  }
}

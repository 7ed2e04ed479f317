import { sql } from 'kysely'
import { systemScope } from '#context.ts'
import type { Context, LaneRef, Scope } from '#context.ts'
import type { LaneHandler, PausedLane } from '#lanes/lane-handler.ts'
import { findNextOverdue, OVERDUE_MS } from '#tickets/claim-overdue-tickets.ts'
import { findNextMissed, queueMissedMails } from '../mailing/queue-missed-mails.ts'
import { recordNotifications } from './record-notifications.ts'
import { recordOverdueTickets } from './record-overdue-tickets.ts'

/**
 * The pause of a lane after a turn, in which a busy workspace gathers events: many notifications cost little more than one.
 * The first event after a pause notifies at once.
 */
const GATHER_MS = 100
/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000

/**
 * Creates the lane handler that notifies the members of a workspace of its events and overdue tickets, and by mail of
 * what they missed. Its targets are workspaces.
 */
export function createNotifyLane(context: Context): LaneHandler<PausedLane> {
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
        if (isOver()) return { dueAt: context.clock.now(), notBefore: context.clock.now() }
      }
      let dueAt = await findNext(scope)
      if (dueAt && dueAt <= context.clock.now()) {
        await recordOverdueTickets(scope)
        await queueMissedMails(scope)
        dueAt = await findNext(scope)
      }
      return { dueAt, notBefore: new Date(context.clock.now().getTime() + GATHER_MS) }
    },
    /** Finds workspaces with events behind their position that can notify members, or with mails or tickets that are due. */
    async findDue() {
      const now = context.clock.now()
      const { rows } = await sql<LaneRef>`
        /* across workspaces: the sweeper serves all of them */
        select 'notify' as kind, counters.workspace_id as "workspaceId", counters.workspace_id as "targetId"
        from workspace_counters as counters
        left join notification_cursors as cursors using (workspace_id)
        where counters.notifying_position > coalesce(cursors.position, 0)
          or exists (
            select from notifications
            where notifications.workspace_id = counters.workspace_id and mail_due_at <= ${now}
          )
          or exists (
            select from tickets
            where tickets.workspace_id = counters.workspace_id and status in ('open', 'pending') and due_at <= ${now}
              and due_at > ${new Date(now.getTime() - OVERDUE_MS)} and reminded_due_at is distinct from due_at
          )`.execute(context.db)
      return rows
    },
  }
}

/** Returns when the next mail or ticket of the workspace is due, or null if none is. */
async function findNext(scope: Scope): Promise<Date | null> {
  const [a, b] = [await findNextMissed(scope), await findNextOverdue(scope)]
  return a && b ? (a < b ? a : b) : (a ?? b)
}

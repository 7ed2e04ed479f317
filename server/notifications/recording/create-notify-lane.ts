import { systemScope } from '#db/context.ts'
import { gatherOnServer } from '#db/gather-on-server.ts'
import { readTogether } from '#db/work-together.ts'
import { coalesce } from '#lib/coalesce.ts'
import type { Context, Scope } from '#db/context.ts'
import type { LaneHandler, PausedLane } from '#lanes/lane-handler.ts'
import { earlierOf } from '#lib/earlier-of.ts'
import { firstOf } from '#lib/first-of.ts'
import { findNextOverdue } from '#tickets/claim-overdue-tickets.ts'
import { findNextMissed, queueMissedMails } from '../mailing/queue-missed-mails.ts'
import { dueNotifyLanes } from './due-notify-lanes.ts'
import { recordNotifications, recordNotificationsTogether } from './record-notifications.ts'
import { recordOverdueTickets } from './record-overdue-tickets.ts'

/**
 * The pause of a lane after a turn, in which a busy workspace gathers events: many notifications cost little more than one.
 * The first event after a pause notifies at once.
 */
const GATHER_MS = 100
/** Most workspaces that are notified together. */
const LANES_MAX = 64
/** Most workspaces that are notified alone at the same time. Each has a connection of its own. */
const ALONE_MAX = 4
/** After this time a lane starts no further batch and goes to the end of the queue. */
const WORK_MS = 5_000

/**
 * Creates the lane handler that notifies the members of a workspace of its events and overdue tickets, and by mail of
 * what they missed. Its targets are workspaces.
 */
export function createNotifyLane(context: Context): LaneHandler<PausedLane> {
  const recordAlone = coalesce<{ scope: Scope }, { isMore: boolean }>({
    maxBatch: 1,
    concurrency: ALONE_MAX,
    async run(calls) {
      const value = await recordNotifications(firstOf(calls).scope)
      return [{ status: 'fulfilled', value }]
    },
  })
  const record = gatherOnServer<{ scope: Scope }, { isMore: boolean }>({
    name: 'record_notifications',
    maxBatch: LANES_MAX,
    // A workspace has one call at a time, so two batches do not wait for each other.
    besideMin: 1,
    async together(calls, limitMs) {
      const scopes = calls.map(({ scope }) => scope)
      const results = await recordNotificationsTogether(scopes, limitMs)
      return results.map((value) => ({ status: 'fulfilled', value }))
    },
    apart: (calls) => Promise.allSettled(calls.map(recordAlone)),
    apartMax: 1,
  })
  const findNext = coalesce<Scope, Date | null>({
    maxBatch: LANES_MAX,
    concurrency: 2,
    async run(scopes) {
      const due = await readTogether(scopes, findNextOf)
      return due.map((value) => ({ status: 'fulfilled', value }))
    },
  })

  return {
    slots: LANES_MAX,
    isOfWorkspace: true,
    leaseMs: 15_000,
    async work({ workspaceId }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const isOver = () => signal.aborted || performance.now() >= endsAt
      for (;;) {
        const { isMore } = await record({ scope })
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
    async findDue() {
      const { rows } = await dueNotifyLanes(context.clock.now()).execute(context.db)
      return rows
    },
  }
}

/** Returns when the next mail or ticket of the workspace is due, or null if none is. */
async function findNextOf(scope: Scope): Promise<Date | null> {
  const [mail, ticket] = await Promise.all([findNextMissed(scope), findNextOverdue(scope)])
  return earlierOf(mail, ticket)
}

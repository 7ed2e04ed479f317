import { sql } from 'kysely'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import type { LaneHandler } from '#lanes/lane-handler.ts'
import { firstOf } from '#lib/first-of.ts'
import { findDueReplays } from './find-due-replays.ts'
import { queueReplayStep } from './queue-replay-step.ts'

/** Settings of the lanes: `roomMin` and `roomMax` bound how many queued deliveries may be pending at the endpoint. */
export type ReplayLaneOptions = { roomMin?: number; roomMax?: number }

/** Maximum number of deliveries queued per transaction. */
const STEP = 1_000
/** Interval at which a replay checks whether its endpoint has room. */
const LOOK_MS = 250
/** After this a lane starts no further step and goes to the end of the queue. */
const WORK_MS = 5_000

/**
 * Creates the handler of replay lanes. A replay queues deliveries step by step, no faster than the endpoint answers:
 * they are older than new deliveries and are sent first, so a long queue would delay new ones. While a new delivery
 * waits behind them, it queues no more.
 *
 * A replay may queue twice as many deliveries once the endpoint has finished all, and half as many when it has not.
 */
export function createReplayLane(context: Context, options: ReplayLaneOptions = {}): LaneHandler {
  const { roomMin = 50, roomMax = 5_000 } = options
  const rooms = new Map<string, { size: number; hasOffered: boolean }>()

  /** Returns how many more deliveries a replay may queue now. */
  async function findRoom(scope: Scope, id: string): Promise<number> {
    const room = rooms.get(id) ?? { size: roomMin, hasOffered: false }
    const { waiting, is_behind: isBehind } = await readWaiting(scope, id, room.size)
    let { size } = room
    if (waiting > size / 2) size = Math.max(roomMin, Math.floor(size / 2))
    else if (waiting === 0 && room.hasOffered) size = Math.min(roomMax, size * 2)
    const free = isBehind ? 0 : Math.max(0, size - waiting)
    rooms.set(id, { size, hasOffered: free > 0 })
    return free
  }

  return {
    slots: 4,
    leaseMs: 15_000,
    async work({ workspaceId, targetId: id }, signal) {
      const scope = systemScope(context, workspaceId)
      const endsAt = performance.now() + WORK_MS
      const later = () => new Date(context.clock.now().getTime() + LOOK_MS)
      let room = await findRoom(scope, id)
      while (!signal.aborted && performance.now() < endsAt) {
        // Also runs without room, because a replay whose endpoint was disabled must pause.
        const { offered, nextAt } = await queueReplayStep(scope, id, Math.min(STEP, room))
        if (!nextAt) {
          rooms.delete(id)
          return null
        }
        if (room <= 0) return later()
        if (nextAt > context.clock.now()) return nextAt
        room -= offered
      }
      return context.clock.now()
    },
    findDue: () => findDueReplays(context),
  }
}

/**
 * Counts a replay's queued deliveries that are due, up to `max`, without those that wait for a retry; and checks
 * whether a new one waits behind them: the newest that was never attempted shows it, because a replay only has older
 * ones.
 */
async function readWaiting(
  scope: Scope,
  id: string,
  max: number,
): Promise<{ waiting: number; is_behind: boolean }> {
  const { rows } = await sql<{ waiting: number; is_behind: boolean }>`
    select (
      select count(*) from (
        select from webhook_deliveries
        where workspace_id = ${scope.workspaceId} and replay_id = ${id} and status = 'pending' and not held
          and next_attempt_at <= ${scope.clock.now()}
        limit ${max}
      ) as due
    ) as waiting,
    coalesce((
      select delivery.replay_id is null
      from webhook_replays as replay
      cross join lateral (
        select replay_id from webhook_deliveries
        where workspace_id = ${scope.workspaceId} and endpoint_id = replay.endpoint_id and status = 'pending'
          and attempt_count = 0 and not held
        order by position desc
        limit 1
      ) as delivery
      where replay.workspace_id = ${scope.workspaceId} and replay.id = ${id}
    ), false) as is_behind`.execute(scope.db)
  return firstOf(rows)
}

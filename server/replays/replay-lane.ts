import { sql } from 'kysely'
import { systemScope } from '../context.ts'
import type { Context, Scope } from '../context.ts'
import type { LaneHandler } from '../lanes/lane-handler.ts'
import { findDueReplays } from './find-due-replays.ts'
import { offerStep } from './offer-step.ts'

/** Settings of the lanes: `roomMin` and `roomMax` are how many offered deliveries may wait at the endpoint. */
export type ReplayLaneOptions = { roomMin?: number; roomMax?: number }

/** Deliveries that one transaction offers at most. */
const STEP = 1_000
/** How soon a replay looks again whether its endpoint has room. */
const LOOK_MS = 250
/** After this a lane begins no further step and goes to the back of the queue. */
const WORK_MS = 5_000

/**
 * How the lanes of replays are worked: step by step, and no further ahead than the endpoint follows. Offered
 * deliveries are older than new ones and go first, so a long line of them would hold the new ones up.
 *
 * The room of a replay doubles whenever the endpoint has finished all by the next look and halves when it has not
 * finished half: about what the endpoint takes between two looks, whatever that is.
 */
export function createReplayLane(context: Context, options: ReplayLaneOptions = {}): LaneHandler {
  const { roomMin = 50, roomMax = 5_000 } = options
  const rooms = new Map<string, number>()

  /** How many more a replay may offer now. */
  async function findRoom(scope: Scope, id: string): Promise<number> {
    const known = rooms.get(id)
    const waiting = await countWaiting(scope, id, known ?? roomMin)
    let room = known ?? roomMin
    if (known !== undefined && waiting === 0) room = Math.min(roomMax, known * 2)
    else if (waiting > room / 2) room = Math.max(roomMin, Math.floor(room / 2))
    rooms.set(id, room)
    return Math.max(0, room - waiting)
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
        // Without room too: a replay whose endpoint was disabled pauses.
        const { offered, nextAt } = await offerStep(scope, id, Math.min(STEP, room))
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

/** How many of the deliveries that a replay offered are due, counted up to `max`; not those that wait for a retry. */
async function countWaiting(scope: Scope, id: string, max: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from (
      select from webhook_deliveries
      where workspace_id = ${scope.workspaceId} and replay_id = ${id} and status = 'pending' and not held
        and next_attempt_at <= ${scope.clock.now()}
      limit ${max}
    ) as due`.execute(scope.db)
  return rows[0]!.waiting
}

import type { Context, LaneRef, WokenLane } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { withCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { pauseUntil } from '#lib/pacing/pause-until.ts'
import { withinActiveMs } from '#lib/time-budget.ts'
import { writeWakeNotice } from './write-wake-notice.ts'
import type { NamedLane } from './write-wake-notice.ts'

/** The least time from one statement that wakes lanes to the next, in milliseconds: what comes in between shares one. */
const PAUSE_MS = 3

/** The time limit of writing wake-ups. */
const WAKE_MS = 5_000

/** The notification channel that workers listen on. */
export const LANES_CHANNEL = 'lanes'

/** The worker of the process that wakes lanes. It hears of them without a notification. */
type LocalWorker = {
  /** Passes the wake-up of a lane to its turn in progress. Returns false if the lane must be woken in the database. */
  accept: (lane: NamedLane & Pick<WokenLane, 'handed'>) => boolean
  /** Notices lanes that were woken in the database. */
  notice: (lanes: NamedLane[]) => void
}

/** Wakes lanes from one process. `id` marks its notifications. */
export type LaneWaker = {
  id: string
  wake: (lanes: WokenLane[]) => void
  flush: () => Promise<void>
  /** Connects the worker of this process; undefined disconnects it. */
  connect: (worker: LocalWorker | undefined) => void
  /** Passes wake-ups on to the worker of another process, which wakes what it does not hold itself. */
  relay: (to: WakeRelay) => void
}

/** Passes wake-ups on. Returns false if it cannot; calls `onLost` if it turns out later that they did not arrive. */
type WakeRelay = (lanes: WokenLane[], onLost: () => void) => boolean

/**
 * Creates a waker of lanes with due work. The first wake-up is written at once, later ones within a few milliseconds
 * become one statement, so that a busy lane does not become a hot row. If a wake-up is lost with its process, the
 * sweeper finds the lane.
 */
export function createLaneWaker(context: Pick<Context, 'db' | 'log'>): LaneWaker {
  const id = newId()
  let waiting = new Map<string, LaneRef>()
  let running: Promise<void> | undefined
  let nextAt = 0
  let local: LocalWorker | undefined
  let relay: WakeRelay | undefined

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      // Wake-ups of the same turn of the event loop share the statement.
      await pauseUntil(nextAt)
      const lanes = [...waiting.values()]
      waiting = new Map()
      try {
        await withinActiveMs(WAKE_MS, () => wakeLanes(context, lanes, id))
        local?.notice(lanes)
      } catch (err) {
        context.log.warn(
          { err, lanes: lanes.length },
          'failed to wake lanes; the sweeper finds them',
        )
      }
      nextAt = performance.now() + PAUSE_MS
    }
    running = undefined
  }

  function wakeHere(lanes: WokenLane[]): void {
    for (const lane of lanes) {
      if (local?.accept(lane)) continue
      const { kind, workspaceId, targetId } = lane
      waiting.set(`${kind} ${targetId}`, { kind, workspaceId, targetId })
    }
    if (waiting.size > 0) running ??= withCause(undefined, run)
  }

  return {
    id,
    wake(lanes) {
      if (!relay?.(lanes, () => wakeHere(lanes))) wakeHere(lanes)
    },
    flush: async () => running,
    connect(worker) {
      local = worker
    },
    relay(to) {
      relay = to
    },
  }
}

/**
 * Marks `lanes` as due now, in key order so that two wakers never deadlock, and notifies the workers, for
 * the process `from`. The commit does not wait for the disk, because the sweeper finds what a crash loses.
 */
export async function wakeLanes(
  context: Pick<Context, 'db'>,
  lanes: LaneRef[],
  from = '',
): Promise<void> {
  const lane = bulkRows('lane', lanes, {
    kind: ['text', (lane) => lane.kind],
    workspace_id: ['uuid', (lane) => lane.workspaceId],
    target_id: ['uuid', (lane) => lane.targetId],
  })
  await prepared`
    with woken as (
      insert into lanes (kind, workspace_id, target_id, due_at, wakes)
      select kind, workspace_id, target_id, now(), 1
      from ${lane}
      order by kind, workspace_id, target_id
      on conflict (kind, workspace_id, target_id) do update
        set due_at = greatest(least(lanes.due_at, excluded.due_at), lanes.not_before),
          wakes = lanes.wakes + 1
    )
    select pg_notify(${LANES_CHANNEL}, ${writeWakeNotice(from, lanes)}),
      set_config('synchronous_commit', 'off', true)`.execute(context.db)
}

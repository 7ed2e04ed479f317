import { setTimeout as delay } from 'node:timers/promises'
import type { Context, LaneRef } from '#context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { withinMs } from '#lib/time-budget.ts'

/** How long wake-ups are gathered before they are written, in milliseconds. */
const GATHER_MS = 3

/** The time limit of writing wake-ups. */
const WAKE_MS = 5_000

/** The notification channel that workers listen on. */
export const LANES_CHANNEL = 'lanes'

/**
 * Creates a function that wakes lanes with due work. Wake-ups within a few milliseconds become one statement,
 * so that a busy lane does not become a hot row. If a wake-up is lost with its process, the sweeper finds the
 * lane.
 */
export function createLaneWaker(context: Pick<Context, 'db' | 'log'>): {
  wake: (lanes: LaneRef[]) => void
  flush: () => Promise<void>
} {
  let waiting = new Map<string, LaneRef>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await delay(GATHER_MS)
      const lanes = [...waiting.values()]
      waiting = new Map()
      try {
        await withinMs(WAKE_MS, () => wakeLanes(context, lanes))
      } catch (err) {
        context.log.warn(
          { err, lanes: lanes.length },
          'failed to wake lanes; the sweeper finds them',
        )
      }
    }
    running = undefined
  }

  return {
    wake(lanes) {
      for (const lane of lanes) waiting.set(`${lane.kind} ${lane.targetId}`, lane)
      if (waiting.size > 0) running ??= run()
    },
    flush: async () => running,
  }
}

/**
 * Marks `lanes` as due now, in key order so that two wakers never deadlock, and notifies the workers. The
 * commit does not wait for the disk, because the sweeper finds what a crash loses.
 */
export async function wakeLanes(context: Pick<Context, 'db'>, lanes: LaneRef[]): Promise<void> {
  const ordered = lanes.toSorted((a, b) =>
    `${a.kind}${a.workspaceId}${a.targetId}` < `${b.kind}${b.workspaceId}${b.targetId}` ? -1 : 1,
  )
  const lane = bulkRows('lane', ordered, {
    kind: ['text', (lane) => lane.kind],
    workspace_id: ['uuid', (lane) => lane.workspaceId],
    target_id: ['uuid', (lane) => lane.targetId],
  })
  await prepared`
    with woken as (
      insert into lanes (kind, workspace_id, target_id, due_at, wakes)
      select kind, workspace_id, target_id, now(), 1
      from ${lane}
      on conflict (kind, workspace_id, target_id) do update
        set due_at = greatest(least(lanes.due_at, excluded.due_at), lanes.not_before),
          wakes = lanes.wakes + 1
    )
    select pg_notify(${LANES_CHANNEL}, ''), set_config('synchronous_commit', 'off', true)`.execute(
    context.db,
  )
}

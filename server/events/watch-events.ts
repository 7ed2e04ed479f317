import type { Context } from '#context.ts'
import { prepared } from '#db/prepared.ts'
import { pauseUntil } from '#lib/pause-until.ts'
import { withinMs } from '#lib/time-budget.ts'
import { listenChannel } from '#lanes/listen-channel.ts'
import { EVENTS_CHANNEL } from './announce-events.ts'

/**
 * Calls `onHead` with the position of a workspace's last event, at intervals and whenever it changes, until the
 * returned function is called.
 */
export type WatchEvents = (workspaceId: string, onHead: (head: number) => void) => () => void

/** The time limit of reading positions. */
const LOOK_MS = 5_000

/** The least time from one reading of positions to the next, in milliseconds. */
const PAUSE_MS = 10

/** The interval at which positions are polled without an announcement. */
const POLL_MS = 1_000

/**
 * Creates a watcher of the last positions of all watched workspaces. It runs one small query for all that changed,
 * immediately when this process announces them, or another one on the channel of the database at `url`, and every
 * `pollMs` for lost announcements. It neither queries nor listens while nothing is watched. It survives outages.
 */
export function createEventWatch(
  context: Pick<Context, 'db' | 'log' | 'announcements'>,
  options: { url?: string | undefined; pollMs?: number } = {},
): { watch: WatchEvents; stop: () => Promise<void> } {
  const { url, pollMs = POLL_MS } = options
  const watchers = new Map<string, Set<(head: number) => void>>()
  const news = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let listener: ReturnType<typeof listenChannel> | undefined
  let unsubscribe: (() => void) | undefined
  let isLooking = false
  let nextAt = 0

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (news.size > 0) {
      await pauseUntil(nextAt)
      nextAt = performance.now() + PAUSE_MS
      const ids = [...news]
      news.clear()
      try {
        const { rows } = await withinMs(LOOK_MS, () =>
          prepared<{ workspace_id: string; event_position: number }>`
            /* across workspaces: all that are watched */
            select workspace_id, event_position from workspace_counters
            where workspace_id = any (${ids}::uuid[])`.execute(context.db),
        )
        for (const row of rows) {
          for (const onHead of watchers.get(row.workspace_id) ?? []) onHead(row.event_position)
        }
      } catch (err) {
        context.log.debug({ err }, 'failed to watch events')
      }
    }
    isLooking = false
  }

  function lookAt(ids: Iterable<string>): void {
    for (const id of ids) if (watchers.has(id)) news.add(id)
    if (news.size > 0) void look()
  }

  function onNotify(payload: string | undefined): void {
    const named = payload?.split(',')
    // This process has told us already.
    if (named && named.at(-1) === context.announcements?.origin) return
    lookAt(named ?? watchers.keys())
  }

  function start(): void {
    timer ??= setInterval(() => lookAt(watchers.keys()), pollMs)
    unsubscribe ??= context.announcements?.subscribe((id) => lookAt([id]))
    if (url !== undefined)
      listener ??= listenChannel({
        url,
        channel: EVENTS_CHANNEL,
        name: 'parley events',
        onNotify,
      })
  }

  async function stop(): Promise<void> {
    clearInterval(timer)
    timer = undefined
    unsubscribe?.()
    unsubscribe = undefined
    const stopping = listener?.stop()
    listener = undefined
    await stopping
  }

  return {
    stop,
    watch: (workspaceId, onHead) => {
      const set = watchers.get(workspaceId) ?? new Set()
      set.add(onHead)
      watchers.set(workspaceId, set)
      start()
      lookAt([workspaceId])
      return () => {
        set.delete(onHead)
        if (set.size === 0 && watchers.get(workspaceId) === set) watchers.delete(workspaceId)
        if (watchers.size === 0) void stop()
      }
    },
  }
}

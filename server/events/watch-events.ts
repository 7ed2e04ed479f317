import type { Context } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { withCause } from '#lib/cause.ts'
import { entryOf } from '#lib/entry-of.ts'
import { pauseUntil } from '#lib/pacing/pause-until.ts'
import { withinMs } from '#lib/time-budget.ts'
import { listenChannel } from '#lanes/listen-channel.ts'
import { EVENTS_CHANNEL } from './create-event-announcer.ts'
import type { StoredEvent } from './list-events.ts'

/** New events of a workspace: at most `EVENTS_MAX` after the known position, the newest position, and that of deletions. */
export type EventNews = { head: number; trimmed: number; events: StoredEvent[] }

/**
 * A watcher of one workspace. `position` returns the last known position, after which events are read; `onNews` is called
 * at intervals and whenever there are new events.
 */
type EventWatcher = { position: () => number | undefined; onNews: (news: EventNews) => void }

/** Watches a workspace, which nothing else watches, until the returned function is called. */
export type WatchEvents = (workspaceId: string, watcher: EventWatcher) => () => void

/** The maximum number of events of a workspace that are read at once. */
const EVENTS_MAX = 200

/** The time limit of reading events. */
const LOOK_MS = 5_000

/**
 * The least time from one reading to the next, in milliseconds. A message that comes right after another waits for it
 * before agents see it.
 */
const PAUSE_MS = 4

/** The interval at which events are read without an announcement. */
const POLL_MS = 1_000

type NewsRow = { workspace_id: string; head: number; trimmed: number } & (
  | StoredEvent
  | { position: null }
)

/**
 * Creates a watcher of the events of all watched workspaces. It runs one query for all of them that changed, immediately
 * when this process announces them, or another one on the channel of the database at `url`, and every `pollMs` for lost
 * announcements. It neither queries nor listens while nothing is watched. It survives outages.
 */
export function createEventWatch(
  context: Pick<Context, 'db' | 'log' | 'announcements'>,
  options: { url?: string | undefined; pollMs?: number } = {},
): { watch: WatchEvents; stop: () => Promise<void> } {
  const { url, pollMs = POLL_MS } = options
  const watchers = new Map<string, EventWatcher>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let listener: ReturnType<typeof listenChannel> | undefined
  let unsubscribe: (() => void) | undefined
  let isLooking = false
  let nextAt = 0

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    while (changed.size > 0) {
      await pauseUntil(nextAt)
      nextAt = performance.now() + PAUSE_MS
      const ids = [...changed].filter((id) => watchers.has(id))
      changed.clear()
      if (ids.length === 0) continue
      try {
        const positions = ids.map((id) => entryOf(watchers, id).position() ?? null)
        const rows = await withinMs(LOOK_MS, () => readNews(context, ids, positions))
        for (const [id, news] of rows) {
          watchers.get(id)?.onNews(news)
          if (news.events.length === EVENTS_MAX) changed.add(id)
        }
      } catch (err) {
        context.log.debug({ err }, 'failed to watch events')
      }
    }
    isLooking = false
  }

  function lookAt(ids: Iterable<string>): void {
    for (const id of ids) if (watchers.has(id)) changed.add(id)
    if (changed.size > 0) void withCause(undefined, look)
  }

  function onNotify(payload: string | undefined): void {
    const named = payload?.split(',')
    // This process has announced it to its subscribers.
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
    watch: (workspaceId, watcher) => {
      watchers.set(workspaceId, watcher)
      start()
      lookAt([workspaceId])
      return () => {
        if (watchers.get(workspaceId) === watcher) watchers.delete(workspaceId)
        if (watchers.size === 0) void stop()
      }
    },
  }
}

/**
 * Reads the positions of workspaces and their events after known positions, in one snapshot: positions are assigned in
 * commit order, so nothing is added below the position that is read.
 */
async function readNews(
  { db }: Pick<Context, 'db'>,
  ids: string[],
  positions: (number | null)[],
): Promise<Map<string, EventNews>> {
  const { rows } = await prepared<NewsRow>`
    /* across workspaces: all that are watched */
    select counter.workspace_id, counter.event_position as head, counter.trimmed_position as trimmed,
      event.position, event.type, event.body, event.cause
    from unnest(${ids}::uuid[], ${positions}::bigint[]) as known (workspace_id, position)
    join workspace_counters as counter on counter.workspace_id = known.workspace_id
      and counter.workspace_id = any (${ids}::uuid[])
    left join lateral (
      select position, type, body, cause from events
      where events.workspace_id = any (${ids}::uuid[]) and events.workspace_id = known.workspace_id
        and counter.event_position > known.position
        and events.position > known.position and events.position <= counter.event_position
      order by events.position
      limit ${EVENTS_MAX}::int
    ) as event on true
    order by counter.workspace_id, event.position`.execute(db)
  const news = new Map<string, EventNews>()
  for (const row of rows) {
    const { workspace_id: id, head, trimmed, ...event } = row
    const known = news.getOrInsert(id, { head, trimmed, events: [] })
    if (event.position !== null) known.events.push(event)
  }
  return news
}

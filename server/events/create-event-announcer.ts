import type { Announcements, Context } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { withCause } from '#lib/cause.ts'
import { newId } from '#lib/ids.ts'
import { pauseUntil } from '#lib/pacing/pause-until.ts'
import { withinMs } from '#lib/time-budget.ts'

/**
 * The least time from one announcement to the next, in milliseconds: what comes in between shares one, so that a busy
 * process costs the database at most about 40 statements per second.
 */
const PAUSE_MS = 20

/** The time limit of an announcement. */
const ANNOUNCE_MS = 5_000

/** The maximum number of workspaces per notification. PostgreSQL limits payloads to less than 8,000 bytes. */
const WORKSPACES_MAX = 200

/**
 * The notification channel for new events. Its payload is the ids of the workspaces and `@` with the announcer's id,
 * separated by commas.
 */
export const EVENTS_CHANNEL = 'events'

/**
 * Creates a function that announces new events of a workspace after a commit: to the subscribers of this process at
 * once, to other processes by a notification. It runs outside the writers' transactions, because a notification inside
 * would make their commits wait for each other. If an announcement is lost with its process, listeners find the events
 * by polling. `origin` is that of a process that this one passes its announcements to.
 */
export function createEventAnnouncer(
  context: Pick<Context, 'db' | 'log'>,
  { origin = `@${newId()}` }: { origin?: string | undefined } = {},
): {
  announce: (workspaceId: string) => void
  announcements: Announcements
  flush: () => Promise<void>
} {
  const subscribers = new Set<(workspaceId: string) => void>()
  const waiting = new Set<string>()
  let running: Promise<void> | undefined
  let nextAt = 0

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await pauseUntil(nextAt)
      const ids = [...waiting]
      waiting.clear()
      const payloads: string[] = []
      while (ids.length > 0) payloads.push([...ids.splice(0, WORKSPACES_MAX), origin].join(','))
      try {
        await withinMs(ANNOUNCE_MS, () =>
          prepared`
            select pg_notify(${EVENTS_CHANNEL}, payload), set_config('synchronous_commit', 'off', true)
            from unnest(${payloads}::text[]) as payload`.execute(context.db),
        )
      } catch (err) {
        context.log.debug({ err }, 'failed to announce new events; they are found by polling')
      }
      nextAt = performance.now() + PAUSE_MS
    }
    running = undefined
  }

  const notify = (workspaceId: string) => {
    for (const onNews of subscribers) onNews(workspaceId)
  }

  return {
    announce(workspaceId) {
      notify(workspaceId)
      waiting.add(workspaceId)
      running ??= withCause(undefined, run)
    },
    announcements: {
      origin,
      notify,
      subscribe(onNews) {
        subscribers.add(onNews)
        return () => subscribers.delete(onNews)
      },
    },
    flush: async () => running,
  }
}

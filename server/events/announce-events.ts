import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { prepared } from '#db/prepared.ts'

/** How long news is gathered before it is said, in milliseconds. */
const GATHER_MS = 3
/** How long nothing more is said then: a busy process costs the database at most some 40 statements a second. */
const PAUSE_MS = 20

/** Workspaces in one notification at most: PostgreSQL takes payloads of less than 8,000 bytes. */
const WORKSPACES_MAX = 200

/** The channel that says which workspaces have new events: their ids, with commas between. */
export const EVENTS_CHANNEL = 'events'

/**
 * A way to say, after a commit, that a workspace has new events. What is said within a few milliseconds becomes
 * one statement, outside the writers' own transactions: a notification inside would make their commits wait for
 * each other. One that dies with its process is made good by the polls of who listens.
 */
export function createEventAnnouncer(context: Pick<Context, 'db' | 'log'>): {
  announce: (workspaceId: string) => void
  flush: () => Promise<void>
} {
  const waiting = new Set<string>()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.size > 0) {
      await delay(GATHER_MS)
      const ids = [...waiting]
      waiting.clear()
      const payloads: string[] = []
      while (ids.length > 0) payloads.push(ids.splice(0, WORKSPACES_MAX).join(','))
      try {
        await prepared`
          select pg_notify(${EVENTS_CHANNEL}, payload), set_config('synchronous_commit', 'off', true)
          from unnest(${payloads}::text[]) as payload`.execute(context.db)
      } catch (err) {
        context.log.debug({ err }, 'failed to announce new events; they are found by polling')
      }
      await delay(PAUSE_MS)
    }
    running = undefined
  }

  return {
    announce(workspaceId) {
      waiting.add(workspaceId)
      running ??= run()
    },
    flush: async () => running,
  }
}

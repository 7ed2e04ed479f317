import type { Context } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { withinMs } from '#lib/time-budget.ts'

/** How often the presence of members with an open web app is recorded. */
const EVERY_MS = 60_000
const RECORD_MS = 5_000

/**
 * Records when members last had the web app open: when it is opened, every minute, and when it is closed. Members who
 * were here are not mailed what they missed. `arrive` returns the function to call when the app is closed.
 */
export function createSeenRecorder(context: Pick<Context, 'directory' | 'clock' | 'log'>): {
  arrive: (workspaceId: string, membershipId: string) => () => void
  stop: () => Promise<void>
} {
  const present = new Map<string, { workspaceId: string; membershipId: string; apps: number }>()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  function record(members: { workspaceId: string; membershipId: string }[]): void {
    if (members.length === 0) return
    const seen = bulkRows('seen', members, {
      workspace_id: ['uuid', (each) => each.workspaceId],
      membership_id: ['uuid', (each) => each.membershipId],
    })
    const now = context.clock.now()
    const task = withinMs(RECORD_MS, async () => {
      await prepared`
        insert into notification_settings as settings (workspace_id, membership_id, seen_at)
        select workspace_id, membership_id, ${now}::timestamptz from ${seen}
        on conflict (workspace_id, membership_id) do update
          set seen_at = greatest(settings.seen_at, excluded.seen_at)`.execute(context.directory)
    })
      .catch((err: unknown) => context.log.debug({ err }, 'failed to record who is present'))
      .finally(() => running.delete(task))
    running.add(task)
  }

  return {
    arrive(workspaceId, membershipId) {
      const member = present.getOrInsert(membershipId, { workspaceId, membershipId, apps: 0 })
      member.apps++
      record([member])
      timer ??= setInterval(() => record([...present.values()]), EVERY_MS)
      return () => {
        member.apps--
        if (member.apps === 0) present.delete(membershipId)
        record([member])
        if (present.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

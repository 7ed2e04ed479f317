import { createActivityRecorder } from '#availability/create-activity-recorder.ts'
import type { Context, InWorkspace } from '#db/context.ts'
import { bulkRows } from '#db/bulk-rows.ts'
import { prepared } from '#db/prepared.ts'
import { withinMs } from '#lib/time-budget.ts'

/** The least time between two records of a device. */
const EVERY_MS = 60_000
/** How often the devices are recorded whose time has come, together. */
const GATHER_MS = 20_000
const RECORD_MS = 5_000

/** A browser of a member: its session. `leftAt`: when its last app was closed; missing while one is open. */
type Device = InWorkspace<{ membershipId: string; deviceId: string }> & {
  apps: number
  leftAt?: Date
  recordedAt: number
}

/**
 * Records when members last had the web app open, on each of their devices: when it is opened, and every minute for those who have had
 * it open since. So members come online, and those who were here are not mailed what they missed. `arrive` returns the function to
 * call when the app is closed.
 */
export function createSeenRecorder(context: Context): {
  arrive: (member: InWorkspace<{ membershipId: string; deviceId: string }>) => () => void
  stop: () => Promise<void>
} {
  const recordActivity = createActivityRecorder(context)
  const devices = new Map<string, Device>()
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  function record(recorded: Device[]): void {
    if (recorded.length === 0) return
    const now = context.clock.now()
    const seen = recorded.map(({ workspaceId, membershipId, deviceId, leftAt = now }) => ({
      workspaceId,
      membershipId,
      deviceId,
      seenAt: leftAt,
    }))
    for (const device of recorded) device.recordedAt = performance.now()
    const task = withinMs(RECORD_MS, async () => {
      await Promise.all([recordActivity(seen), recordSeen(context, seen)])
    })
      .catch((err: unknown) => context.log.debug({ err }, 'failed to record who is present'))
      .finally(() => running.delete(task))
    running.add(task)
  }

  const isDue = ({ recordedAt }: Device) => performance.now() - recordedAt >= EVERY_MS

  function recordDue(): void {
    const due = [...devices].filter(([, device]) => isDue(device))
    record(due.map(([, device]) => device))
    for (const [key, { apps }] of due) if (apps === 0) devices.delete(key)
    if (devices.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    arrive(member) {
      const key = `${member.membershipId} ${member.deviceId}`
      const device = devices.getOrInsert(key, { ...member, apps: 0, recordedAt: -Infinity })
      device.apps++
      delete device.leftAt
      if (isDue(device)) record([device])
      timer ??= setInterval(recordDue, GATHER_MS)
      return () => {
        device.apps--
        if (device.apps === 0) device.leftAt = context.clock.now()
      }
    },
    async stop() {
      clearInterval(timer)
      record([...devices.values()])
      await Promise.all(running)
    },
  }
}

type Seen = InWorkspace<{ membershipId: string; seenAt: Date }>

/** Records in the directory when members were last here, for mails about what they missed. */
async function recordSeen({ directory }: Context, devices: readonly Seen[]): Promise<void> {
  const seen = bulkRows('seen', devices, {
    workspace_id: ['uuid', (each) => each.workspaceId],
    membership_id: ['uuid', (each) => each.membershipId],
    seen_at: ['timestamptz', (each) => each.seenAt],
  })
  await prepared`
    insert into notification_settings as settings (workspace_id, membership_id, seen_at)
    select workspace_id, membership_id, max(seen_at) from ${seen} group by workspace_id, membership_id
    order by workspace_id, membership_id
    on conflict (workspace_id, membership_id) do update
      set seen_at = greatest(settings.seen_at, excluded.seen_at)`.execute(directory)
}

import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { findLateSince, readBackupState } from '#db/instance/read-backup-state.ts'
import type { Context } from '#db/context.ts'
import { withinMs } from '#lib/time-budget.ts'

/** The time limit of reading the state. Without it, the gauges are left out. */
const READ_MS = 3_000

/**
 * Adds the state of the scheduled backups to `read`, which is read from the directory when the metrics are read. A process
 * without BACKUP_SCHEDULE has no values.
 */
export function addBackupMetrics(context: Context, read: Registry): void {
  const { schedule } = context.config.backup
  let reading: ReturnType<typeof readBackupState> | undefined
  const readState = () =>
    (reading ??= withinMs(READ_MS, () => readBackupState(context)).finally(() => {
      reading = undefined
    }))
  const add = (
    name: string,
    help: string,
    toValue: (state: Awaited<ReturnType<typeof readBackupState>>) => number | undefined,
  ) => {
    const gauge = new Gauge({
      name,
      help,
      registers: [read],
      async collect() {
        gauge.remove()
        const state = schedule && (await readState().catch(() => undefined))
        const value = state && toValue(state)
        if (value !== undefined) gauge.set(value)
      },
    })
  }
  add(
    'parley_backup_last_success_timestamp_seconds',
    'When the last successful scheduled backup was started.',
    ({ lastSuccessAt }) => (lastSuccessAt ? lastSuccessAt.getTime() / 1000 : undefined),
  )
  add(
    'parley_backup_last_success_size_bytes',
    'Size of the last successful scheduled backup.',
    ({ bytes }) => bytes ?? undefined,
  )
  add(
    'parley_backup_failures',
    'Scheduled backups that failed since the last successful one.',
    ({ failures }) => failures,
  )
  add(
    'parley_backup_late_seconds',
    'How long a scheduled backup has been due without success, or 0.',
    (state) => {
      const now = context.clock.now()
      const since = schedule && findLateSince(schedule, state, now)
      return since ? (now.getTime() - since.getTime()) / 1000 : 0
    },
  )
}

import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from '#db/context.ts'
import { findLateSince, readBackupState } from '#db/instance/read-backup-state.ts'
import { isDatabaseUnavailable } from '#db/pool.ts'
import type { BackupSchedule } from '#lib/settings/to-backup-settings.ts'
import { findLastDue } from '#lib/settings/to-backup-settings.ts'
import { backupRuns } from '#lib/metrics.ts'
import { toError } from '#lib/errors.ts'
import { recordBackup } from './record-backup.ts'
import type { RecordedBackup } from './record-backup.ts'

/** The pause between two checks: whether a backup is due, and whether this process may still write the one that runs. */
const LOOK_MS = 10_000
const WATCH_MS = 1_000

/** The pauses after failures in a row: the first one, doubled each time, up to the last one. */
const PAUSE_MS = { min: 5 * 60_000, max: 60 * 60_000 }

/** A backup that is as late as this is reported in the log, once for each time that it is due. */
const LATE_MS = 60 * 60_000

/** A backup as the command prints it; `bytes` is its size. */
export type WrittenBackup = {
  file: string
  bytes: number
  complete_until: string
  limitation: string | null
  encrypted: boolean
  has_files: boolean
  removed: string[]
}

/** Writes one backup. `signal` ends it early, and then it leaves nothing. */
export type WriteBackup = (signal: AbortSignal) => Promise<WrittenBackup>

/** Options of `startScheduledBackups`; `lookMs` and `watchMs` are for tests. */
type Options = {
  schedule: BackupSchedule
  duty: { isMine: () => boolean }
  write: WriteBackup
  lookMs?: number
  watchMs?: number
}

/**
 * Writes a backup when one is due, in the process that has the duty: at the times of the schedule, and at once if the last
 * one is older than that. A failed one is repeated after a pause, which grows. `stop` ends one that runs.
 */
export function startScheduledBackups(
  context: Context,
  options: Options,
): { stop: () => Promise<void> } {
  const { lookMs = LOOK_MS, watchMs = WATCH_MS } = options
  const stopped = new AbortController()
  let reported = 0
  /** The result of a run, until it is in the database, which may be away in that moment. */
  let unrecorded: RecordedBackup | undefined

  async function look(): Promise<void> {
    const { duty, schedule } = options
    await recordLast()
    if (!duty.isMine()) return
    const now = context.clock.now()
    const due = findLastDue(schedule, now)
    const state = await readBackupState(context)
    const since = findLateSince(schedule, state, now)
    if (since && now.getTime() - since.getTime() > LATE_MS && since.getTime() !== reported) {
      reported = since.getTime()
      context.log.warn(
        { due_at: since, last_success_at: state.lastSuccessAt, last_error: state.lastError },
        'the scheduled backup is late',
      )
    }
    if (state.lastSuccessAt && state.lastSuccessAt >= due) return
    const pauseMs = Math.min(PAUSE_MS.max, PAUSE_MS.min * 2 ** (state.failures - 1))
    if (state.lastFailureAt && now.getTime() < state.lastFailureAt.getTime() + pauseMs) return
    await run(due)
  }

  async function recordLast(): Promise<void> {
    if (!unrecorded) return
    await recordBackup(context.directory, unrecorded)
    unrecorded = undefined
  }

  async function run(due: Date): Promise<void> {
    const ended = new AbortController()
    const signal = AbortSignal.any([stopped.signal, ended.signal])
    const watching = watch(ended, signal)
    try {
      unrecorded = await writeDue(context, options.write, due, signal)
    } finally {
      ended.abort()
      await watching
    }
    await recordLast()
  }

  /** Ends the run when this process loses its duty, because another one begins then. */
  async function watch(ended: AbortController, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(watchMs, undefined, { signal }).catch(() => undefined)
      if (!options.duty.isMine()) ended.abort()
    }
  }

  const running = (async () => {
    const { signal } = stopped
    while (!signal.aborted) {
      await look().catch((err: unknown) => {
        if (!isDatabaseUnavailable(err)) context.log.error({ err }, 'scheduling a backup failed')
      })
      await delay(lookMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}

/** Writes the backup that is due, and returns its record; undefined if `signal` ended it: another process takes over, or the next start. */
async function writeDue(
  context: Context,
  write: WriteBackup,
  due: Date,
  signal: AbortSignal,
): Promise<RecordedBackup | undefined> {
  const startedAt = context.clock.now()
  const startedMs = performance.now()
  const endAs = (result: string) => {
    backupRuns.observe({ result }, (performance.now() - startedMs) / 1000)
    return { due_at: due, started_at: startedAt, finished_at: context.clock.now() }
  }
  try {
    const { encrypted, removed, ...written } = await write(signal)
    const times = endAs('succeeded')
    const { file, bytes, complete_until, limitation } = written
    context.log.info(
      { file, bytes, complete_until, limitation, removed },
      'the scheduled backup was written',
    )
    return {
      ...times,
      file,
      bytes,
      complete_until: new Date(complete_until),
      limitation,
      has_files: written.has_files,
      is_encrypted: encrypted,
      error: null,
    }
  } catch (err) {
    if (signal.aborted) return undefined
    const times = endAs('failed')
    context.log.error({ err }, 'the scheduled backup failed')
    return {
      ...times,
      file: null,
      bytes: null,
      complete_until: null,
      limitation: null,
      is_encrypted: null,
      has_files: null,
      error: toError(err).message.slice(0, 1_000),
    }
  }
}

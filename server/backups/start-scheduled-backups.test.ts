import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Context } from '#db/context.ts'
import { createMetricsApp } from '#http/start-metrics.ts'
import { toBackupSchedule } from '#lib/settings/to-backup-settings.ts'
import { backupRuns } from '#lib/metrics.ts'
import { openTestContext } from '#test/context.ts'
import { moves } from '#test/moves.ts'
import { waitFor } from '#test/wait-for.ts'
import { startScheduledBackups } from './start-scheduled-backups.ts'
import type { WriteBackup } from './start-scheduled-backups.ts'

const schedule = toBackupSchedule('02:00')!
const opened = await openTestContext()
let now = new Date()
const logged: string[] = []
const log = Object.create(opened.context.log, {
  error: { value: (_fields: object, text: string) => logged.push(text) },
  warn: { value: (_fields: object, text: string) => logged.push(text) },
})
const context: Context = {
  ...opened.context,
  log,
  clock: { now: () => now },
  config: { ...opened.context.config, backup: { ...opened.context.config.backup, schedule } },
}

beforeEach(async () => {
  await context.directory.deleteFrom('backups').execute()
  logged.length = 0
})

const at = (text: string) => new Date(`2026-11-${text}:00Z`)

/** Starts the scheduled backups, written by `write`. Returns how many were begun, and how to lose the duty. */
function start(write: WriteBackup, on = context) {
  const state = { begun: 0, isMine: true }
  const { stop } = startScheduledBackups(on, {
    schedule,
    duty: { isMine: () => state.isMine },
    lookMs: 5,
    watchMs: 5,
    write: async (signal) => {
      state.begun++
      return write(signal)
    },
  })
  after(stop)
  return { state, stop }
}

const written = async () => ({
  file: '/backups/one.backup',
  bytes: 4_000,
  complete_until: '2026-11-26T10:00:30.000Z',
  limitation: null,
  encrypted: true,
  has_files: true,
  removed: [],
})
const countRuns = async () =>
  (await context.directory.selectFrom('backups').select('id').execute()).length

async function readGauges(): Promise<Record<string, number>> {
  const { body } = await createMetricsApp(context).inject({ url: '/metrics' })
  return Object.fromEntries(
    [...body.matchAll(/^parley_backup_(\w+) (\S+)$/gm)].map(([, name, value]) => [
      name,
      Number(value),
    ]),
  )
}

test('the first backup is written at once, and the next one when it is due', async () => {
  now = at('26T10:00')
  assert.deepEqual(await readGauges(), { failures: 0, late_seconds: 0 })
  const { state, stop } = start(written)
  await moves(backupRuns, { result: 'succeeded' }, () => waitFor(countRuns))
  now = at('27T01:59')
  await stop()
  assert.deepEqual(await readGauges(), {
    failures: 0,
    late_seconds: 0,
    last_success_timestamp_seconds: at('26T10:00').getTime() / 1000,
    last_success_size_bytes: 4_000,
  })
  assert.equal(state.begun, 1)
  now = at('27T03:30')
  assert.equal((await readGauges())['late_seconds'], 5_400)
  const again = start(written)
  await waitFor(async () => (await countRuns()) === 2)
  await again.stop()
  assert.equal(again.state.begun, 1)
  assert.deepEqual(logged, ['the scheduled backup is late'])
  assert.equal((await readGauges())['late_seconds'], 0)
})

test('a failed backup is in the log and the metrics, and repeated after a pause that grows', async () => {
  now = at('26T10:00')
  let isBroken = true
  const { state, stop } = start(async () => {
    if (isBroken) throw new Error('The disk is full.')
    return written()
  })
  await moves(backupRuns, { result: 'failed' }, () => waitFor(countRuns))
  for (const [time, begun] of [
    ['26T10:04', 1],
    ['26T10:05', 2],
    ['26T10:14', 2],
    ['26T10:15', 3],
  ] as const) {
    now = at(time)
    if (begun > state.begun) await waitFor(() => state.begun === begun)
    await waitFor(async () => (await countRuns()) === begun)
    assert.equal(state.begun, begun, time)
  }
  const gauges = await readGauges()
  assert.deepEqual([gauges['failures'], gauges['late_seconds']], [3, 900])
  isBroken = false
  now = at('26T11:00')
  await waitFor(async () => (await readGauges())['failures'] === 0)
  await stop()
  assert.ok(logged.includes('the scheduled backup failed'))
})

test('a backup that was written while the database was away is recorded later, and not written again', async () => {
  now = at('26T10:00')
  let failures = 3
  const directory = new Proxy(context.directory, {
    get(target, key) {
      if (key === 'insertInto' && failures-- > 0) throw new Error('The database is away.')
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { state, stop } = start(written, { ...context, directory })
  await waitFor(async () => (await countRuns()) === 1)
  assert.equal((await readGauges())['failures'], 0)
  await stop()
  assert.equal(state.begun, 1)
  assert.ok(!logged.includes('the scheduled backup failed'))
})

test('a process that loses its duty ends its backup, and records nothing', async () => {
  now = at('26T10:00')
  let ended = false
  const { state, stop } = start(async (signal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    ended = true
    throw new Error('The backup was stopped.')
  })
  await waitFor(() => state.begun === 1)
  state.isMine = false
  await waitFor(() => ended)
  await stop()
  assert.equal(await countRuns(), 0)
  assert.deepEqual(logged, [])
})

test('old runs are forgotten, but not the last successful one', async () => {
  const add = (id: string, started_at: Date, error: string | null) =>
    context.directory
      .insertInto('backups')
      .values({
        id: `00000000-0000-0000-0000-00000000000${id}`,
        due_at: started_at,
        started_at,
        finished_at: started_at,
        error,
        ...(error === null && {
          file: 'a',
          bytes: 1,
          complete_until: started_at,
          is_encrypted: true,
          has_files: true,
        }),
      })
      .execute()
  await add('1', new Date('2025-01-01T02:00:00Z'), null)
  await add('2', new Date('2025-02-01T02:00:00Z'), null)
  await add('3', new Date('2025-02-02T02:00:00Z'), 'broken')
  now = at('26T10:00')
  const failing = start(async () => {
    throw new Error('still broken')
  })
  await waitFor(() => failing.state.begun === 1)
  await failing.stop()
  assert.equal(await countRuns(), 3)
  now = at('26T12:00')
  const working = start(written)
  await waitFor(() => working.state.begun === 1)
  await working.stop()
  assert.equal(await countRuns(), 2)
})

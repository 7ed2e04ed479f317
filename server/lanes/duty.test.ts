import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { waitFor } from '#test/wait-for.ts'
import { watchQueries } from '#test/watch-queries.ts'
import { startDuty } from './duty.ts'
import { createLaneWorker } from './create-lane-worker.ts'
import type { Duty } from './duty.ts'

const { context, url } = await openTestContext()
/** Too long to run out within a test. */
const LEASE_MS = 600_000

/** Starts to apply for a duty as another process. It is given up after the tests. */
async function apply(name: string, db = context.db): Promise<Duty> {
  const options = { name, leaseMs: LEASE_MS, renewMs: 20 }
  const duty = await startDuty({ db, log: context.log }, options)
  after(duty.stop)
  return duty
}

test('exactly one of the processes that apply at once has a duty', async () => {
  const duties = await Promise.all(Array.from({ length: 8 }, () => apply('at once')))
  assert.equal(duties.filter((duty) => duty.isMine()).length, 1)
})

test('each duty has a holder of its own', async () => {
  assert.equal((await apply('one')).isMine(), true)
  assert.equal((await apply('another')).isMine(), true)
})

test('who stops gives the duty up at once', async () => {
  const first = await apply('given up')
  const second = await apply('given up')
  await first.stop()
  assert.equal(first.isMine(), false)
  await waitFor(() => second.isMine())
})

test('it is renewed while its holder runs', async () => {
  const first = await apply('renewed')
  const second = await apply('renewed')
  const before = await heldUntil('renewed')
  await waitFor(async () => (await heldUntil('renewed')) > before)
  assert.deepEqual([first.isMine(), second.isMine()], [true, false])
})

test('when the lease of a silent holder has run out, another takes over, and the holder knows', async (t) => {
  let isCut = false
  let refused = 0
  const db = watchQueries(context.db, () => {
    if (isCut && ++refused) throw new Error('The connection is cut.')
  })
  const first = await apply('silent', db)
  const second = await apply('silent')
  isCut = true
  // Its last renewal has ended.
  await waitFor(() => refused > 0)
  const later = performance.now() + LEASE_MS
  t.mock.method(performance, 'now', () => later)
  assert.equal(first.isMine(), false)
  t.mock.restoreAll()
  await context.db
    .updateTable('duties')
    .set({ held_until: new Date(0) })
    .where('name', '=', 'silent')
    .execute()
  await waitFor(() => second.isMine())
})

async function heldUntil(name: string): Promise<Date> {
  const row = await context.db
    .selectFrom('duties')
    .select('held_until')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.held_until
}

test('who cannot ask the database does not have it', async () => {
  const db = watchQueries(context.db, () => {
    throw new Error('The database is away.')
  })
  assert.equal((await apply('away', db)).isMine(), false)
})

test('a worker sweeps once when it starts, and then only while it has the duty', async () => {
  const sweeps = { with: 0, without: 0 }
  for (const name of ['with', 'without'] as const) {
    const work = async () => null
    const findDue = async () => {
      sweeps[name]++
      return []
    }
    const worker = createLaneWorker(context, {
      url,
      duty: { isMine: () => name === 'with' },
      handlers: { notify: { slots: 1, leaseMs: 60_000, work, findDue } },
      sweepMs: 5,
    })
    await worker.start()
    after(worker.stop)
  }
  await waitFor(() => sweeps.with > 3)
  assert.equal(sweeps.without, 1)
})

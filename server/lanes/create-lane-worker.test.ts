import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#lib/ids.ts'
import { openLaneTests } from '#test/lane-workers.ts'
import { waitFor } from '#test/wait-for.ts'
import { claimLanes } from './claim-lanes.ts'
import type { LaneHandler, WorkedLane } from './lane-handler.ts'
import { wakeLanes } from './lane-waker.ts'
import { createLaneWorker } from './create-lane-worker.ts'
import { releaseLanes } from './release-lanes.ts'

const { context, url, ref, startWorker, readLane } = await openLaneTests()

test('a lane is processed as soon as it is woken, and sleeps when nothing is left', async () => {
  const lane = ref()
  const worked: WorkedLane[] = []
  const worker = await startWorker(
    async (each) => {
      worked.push(each)
      return null
    },
    { pollMs: 30_000 },
  )
  await wakeLanes(context, [lane])
  await waitFor(() => worked.length === 1)
  await waitFor(async () => (await readLane(lane)).due_at === null)
  assert.equal(worked[0]!.targetId, lane.targetId)
  await worker.stop()
})

test('a lane is due again when its next row is due', async () => {
  const lane = ref()
  const times: number[] = []
  const worker = await startWorker(
    async () => {
      times.push(Date.now())
      return times.length < 3 ? new Date(Date.now() + 150) : null
    },
    { pollMs: 30_000 },
  )
  await wakeLanes(context, [lane])
  await waitFor(() => times.length === 3)
  assert.ok(times[1]! - times[0]! >= 150 && times[2]! - times[1]! >= 150, String(times))
  await worker.stop()
})

test('a wake-up during the lease is not lost', async () => {
  const lane = ref()
  let count = 0
  const first = Promise.withResolvers<void>()
  const worker = await startWorker(async () => {
    count += 1
    if (count === 1) await first.promise
    return null
  })
  await wakeLanes(context, [lane])
  await waitFor(() => count === 1)
  await wakeLanes(context, [lane])
  first.resolve()
  await waitFor(() => count === 2)
  await worker.stop()
})

test('a lane is processed by one worker at a time, and slots limit how many lanes a worker processes', async () => {
  const lanes = Array.from({ length: 20 }, () => ref())
  const inWork = new Set<string>()
  const doubled: string[] = []
  let busiest = 0
  const done = new Map<string, number>()
  const work: LaneHandler['work'] = async ({ targetId }) => {
    if (inWork.has(targetId)) doubled.push(targetId)
    inWork.add(targetId)
    busiest = Math.max(busiest, inWork.size)
    await new Promise((resolve) => setImmediate(resolve))
    inWork.delete(targetId)
    const count = (done.get(targetId) ?? 0) + 1
    done.set(targetId, count)
    return count < 5 ? new Date() : null
  }
  const workers = await Promise.all([
    startWorker(work, { slots: 3 }),
    startWorker(work, { slots: 3 }),
  ])
  await wakeLanes(context, lanes)
  await waitFor(() => lanes.every((lane) => done.get(lane.targetId) === 5))
  assert.deepEqual(doubled, [], 'two workers are in one lane')
  assert.ok(busiest <= 6, `${busiest} lanes at a time`)
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('a flood of lanes does not delay another lane', async () => {
  const flood = Array.from({ length: 50 }, () => ref())
  const quiet = ref()
  let quietTurn = 0
  let turns = 0
  const worker = await startWorker(
    async ({ targetId }) => {
      turns += 1
      if (targetId !== quiet.targetId) return new Date()
      quietTurn = turns
      return null
    },
    { slots: 4 },
  )
  await wakeLanes(context, flood)
  await waitFor(() => turns > 10)
  await wakeLanes(context, [quiet])
  const before = turns
  await waitFor(() => quietTurn > 0)
  assert.ok(quietTurn - before < 150, `waited ${quietTurn - before} turns`)
  await worker.stop()
})

test('a workspace whose lanes hold slots for long does not block another workspace', async () => {
  const workspaceId = newId()
  const flood = Array.from({ length: 50 }, () => ({ ...ref(), workspaceId }))
  const quiet = ref()
  const ended = Promise.withResolvers<null>()
  let held = 0
  let isQuietDone = false
  const worker = await startWorker(async (lane) => {
    isQuietDone ||= lane.targetId === quiet.targetId
    if (lane.workspaceId !== workspaceId) return null
    held += 1
    return ended.promise
  })
  await wakeLanes(context, flood)
  await waitFor(() => held > 0)
  await wakeLanes(context, [quiet])
  await waitFor(() => isQuietDone).finally(() => ended.resolve(null))
  await waitFor(() => held === flood.length)
  await worker.stop()
})

test('wake-ups during a pause do not end it', async () => {
  const lane = ref()
  const times: number[] = []
  const worker = await startWorker(async ({ targetId }) => {
    if (targetId !== lane.targetId) return null
    times.push(Date.now())
    const pauseEnd = new Date(Date.now() + 400)
    return times.length === 1 ? { dueAt: new Date(Date.now() + 60_000), notBefore: pauseEnd } : null
  })
  await wakeLanes(context, [lane])
  await waitFor(() => times.length === 1)
  await waitFor(async () => (await readLane(lane)).lease_token === null)
  await wakeLanes(context, [lane])
  await waitFor(() => times.length === 2)
  assert.ok(times[1]! - times[0]! >= 400, `woken after ${times[1]! - times[0]!} ms`)
  assert.ok(times[1]! - times[0]! < 30_000)
  await worker.stop()
})

test('the sweeper finds a target whose wake-up was lost, once', async () => {
  const lane = ref('send')
  let turns = 0
  const worker = await startWorker(
    async ({ targetId }) => {
      if (targetId === lane.targetId) turns += 1
      return null
    },
    { kind: 'send', findDue: async () => (turns === 0 ? [lane] : []) },
  )
  await waitFor(() => turns === 1)
  assert.equal((await readLane(lane)).wakes, 1)
  await worker.stop()
})

test('a worker survives lost connections', async () => {
  const lines: string[] = []
  const worked: string[] = []
  const worker = await startWorker(
    async ({ targetId }) => {
      worked.push(targetId)
      return null
    },
    { kind: 'send', pollMs: 50, slots: 2, lines },
  )
  const lane = ref('send')
  await wakeLanes(context, [lane])
  await waitFor(() => worked.includes(lane.targetId))
  for (let round = 0; round < 3; round++)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(context.db)
  const next = ref('send')
  await waitFor(() =>
    wakeLanes(context, [next]).then(
      () => true,
      () => false,
    ),
  )
  await waitFor(() => worked.includes(next.targetId))
  await worker.stop()
  assert.ok(lines.filter((line) => line.includes('is unavailable')).length <= 3, lines.join())
})

test('failed work is retried later and does not stop the worker', async () => {
  const lane = ref('send')
  let turns = 0
  const worker = await startWorker(
    async ({ targetId }) => {
      if (targetId !== lane.targetId) return null
      turns += 1
      if (turns === 1) throw new Error('broken')
      return null
    },
    { kind: 'send' },
  )
  await wakeLanes(context, [lane])
  await waitFor(() => turns === 2)
  await worker.stop()
})

test('a lane that stays due although the worker has free slots shows that it is stalled', async () => {
  const stalledMs = 50
  const worker = createLaneWorker(context, {
    url,
    stalledMs,
    handlers: {
      replay: { slots: 1, leaseMs: 60_000, findDue: async () => [], work: async () => null },
    },
  })
  const lane = { kind: 'replay' as const, workspaceId: newId(), targetId: newId() }
  await wakeLanes(context, [lane])
  // It was never started, so it claims nothing.
  await waitFor(async () => (await worker.findStalled()) !== undefined)
  const stalled = await worker.findStalled()
  assert.equal(stalled!.kind, 'replay')
  assert.ok(stalled!.overdueMs >= stalledMs)
  const { lanes } = await claimLanes(context, [{ kind: 'replay', count: 1, leaseMs: 60_000 }])
  assert.equal(await worker.findStalled(), undefined, 'another worker claimed it')
  await releaseLanes(
    context,
    lanes.map((each) => ({ ...each, dueInMs: 60_000 })),
  )
  assert.equal(await worker.findStalled(), undefined, 'it is due later')
  await context.db.deleteFrom('lanes').where('target_id', '=', lane.targetId).execute()
})

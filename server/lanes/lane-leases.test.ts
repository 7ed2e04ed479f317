import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openLaneTests } from '#test/lane-workers.ts'
import { waitFor } from '#test/wait-for.ts'
import { claimLanes } from './claim-lanes.ts'
import type { LaneHandler } from './lane-handler.ts'
import { wakeLanes } from './lane-waker.ts'
import { newId } from '#lib/ids.ts'
import { releaseLanes } from './release-lanes.ts'

const { context, ref, startWorker, readLane } = await openLaneTests()

test('the lane of a killed worker is taken over when its lease expires', async () => {
  const lane = ref('send')
  await wakeLanes(context, [lane])
  const claimingAt = Date.now()
  const { lanes } = await claimLanes(context, [{ kind: 'send', count: 1, leaseMs: 700 }])
  assert.equal(lanes[0]!.targetId, lane.targetId)
  let takenAt = 0
  const worker = await startWorker(
    async () => {
      takenAt = Date.now()
      return null
    },
    { kind: 'send' },
  )
  await waitFor(() => takenAt > 0)
  assert.ok(takenAt - claimingAt >= 700, `taken after ${takenAt - claimingAt} ms`)
  const late = await releaseLanes(context, [{ ...lanes[0]!, dueInMs: 0 }])
  assert.deepEqual(
    late,
    [{ status: 'fulfilled', value: undefined }],
    'a lost lease changes nothing',
  )
  await worker.stop()
})

test('a lease is renewed as long as the work takes', async () => {
  const lane = ref('send')
  let turns = 0
  const finish = Promise.withResolvers<void>()
  const work = async () => {
    turns += 1
    await finish.promise
    return null
  }
  const workers = await Promise.all([
    startWorker(work, { kind: 'send', leaseMs: 9_000 }),
    startWorker(work, { kind: 'send', leaseMs: 9_000 }),
  ])
  // Also on failure: the workers wait for their work.
  after(() => finish.resolve())
  await wakeLanes(context, [lane])
  await waitFor(() => turns === 1)
  const first = (await readLane(lane)).lease_until!
  await waitFor(async () => (await readLane(lane)).lease_until!.getTime() > first.getTime() + 2_000)
  assert.equal(turns, 1)
  finish.resolve()
  await Promise.all(workers.map((worker) => worker.stop()))
})

test('a worker that was paused until a lease ran out does not claim that lane beside its own work', async () => {
  const [paused, later] = [ref('send'), ref('send')]
  const turns: string[] = []
  const finish = Promise.withResolvers<void>()
  const work: LaneHandler['work'] = async ({ targetId }) => {
    turns.push(targetId)
    if (targetId === paused.targetId) await finish.promise
    return null
  }
  const worker = await startWorker(work, { kind: 'send', leaseMs: 600, takeOverMs: 0 })
  // Also on failure: the worker waits for its work.
  after(() => finish.resolve())
  await wakeLanes(context, [paused])
  await waitFor(() => turns.length === 1)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  await wakeLanes(context, [later])
  await waitFor(() => turns.includes(later.targetId))
  assert.deepEqual(turns, [paused.targetId, later.targetId])
  finish.resolve()
  await worker.stop()
})

test('a lease that ran out is not free for the worker that is still at its work', async () => {
  const lane = ref('send')
  await wakeLanes(context, [lane])
  const claim = (except: string[]) =>
    claimLanes(context, [{ kind: 'send', count: 1, leaseMs: 1 }], { except })
  const [first] = (await claim([])).lanes
  await waitFor(async () => (await readLane(lane)).lease_until! < new Date())
  assert.deepEqual((await claim([newId(), first!.leaseToken])).lanes, [])
  assert.equal((await claim([newId()])).lanes[0]!.targetId, lane.targetId)
})

test('a worker that was paused leaves lanes whose lease ran out to others for a while, who may have been too', async () => {
  const [held, free] = [ref('send'), ref('send')]
  const worked: string[] = []
  const lines: string[] = []
  const work: LaneHandler['work'] = async ({ targetId }) => {
    worked.push(targetId)
    return null
  }
  await wakeLanes(context, [held])
  await claimLanes(context, [{ kind: 'send', count: 1, leaseMs: 3_600_000 }])
  const worker = await startWorker(work, { kind: 'send', pauseMs: 300, takeOverMs: 60_000, lines })
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
  await sql`update lanes set lease_until = now() - interval '1 second' where target_id = ${held.targetId}`.execute(
    context.db,
  )
  await wakeLanes(context, [free])
  await waitFor(() => worked.length > 0)
  await worker.stop()
  assert.deepEqual(worked, [free.targetId])
  assert.ok(lines.includes('this process did not run; leases may have run out'))
})

test('work whose lease was lost is aborted', async () => {
  const lane = ref('send')
  const aborted = Promise.withResolvers<void>()
  const worker = await startWorker(
    async (_lane, signal) => {
      signal.addEventListener('abort', () => aborted.resolve())
      await aborted.promise
      return null
    },
    { kind: 'send', leaseMs: 300 },
  )
  await wakeLanes(context, [lane])
  await waitFor(async () => (await readLane(lane)).lease_token)
  await sql`update lanes set lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'
    where target_id = ${lane.targetId}`.execute(context.db)
  await aborted.promise
  await worker.stop()
})

test('work is aborted when its lease expires, also while the renewal hangs', async () => {
  const lane = ref('send')
  const lines: string[] = []
  let linesAtStop: string[] | undefined
  const stopped = Promise.withResolvers<null>()
  const worker = await startWorker(
    (_lane, signal) => {
      signal.addEventListener('abort', () => {
        linesAtStop ??= [...lines]
        stopped.resolve(null)
      })
      return stopped.promise
    },
    { kind: 'send', leaseMs: 600, lines },
  )
  // Also on failure: the worker waits for its work.
  after(() => stopped.resolve(null))
  await wakeLanes(context, [lane])
  await waitFor(async () => (await readLane(lane)).lease_token)
  await context.db.transaction().execute(async (db) => {
    await db
      .selectFrom('lanes')
      .select('kind')
      .where('target_id', '=', lane.targetId)
      .forUpdate()
      .execute()
    assert.deepEqual(await waitFor(() => linesAtStop), [], 'before the renewal fails')
  })
  await worker.stop()
})

test('stopping finishes the work in progress and releases its lane, due immediately', async () => {
  const lane = ref('send')
  let isAborted = false
  const started = Promise.withResolvers<void>()
  const worker = await startWorker(
    (_lane, signal) =>
      new Promise((resolve) => {
        started.resolve()
        signal.addEventListener('abort', () =>
          setTimeout(() => {
            isAborted = true
            resolve(new Date(Date.now() + 3_600_000))
          }, 50),
        )
      }),
    { kind: 'send' },
  )
  await wakeLanes(context, [lane])
  await started.promise
  await worker.stop()
  assert.ok(isAborted)
  const row = await readLane(lane)
  assert.equal(row.lease_token, null)
  assert.ok(row.due_at!.getTime() <= Date.now() + 1_000)
})

test('a stop ends although some work never does, and leaves its lane to its lease', async () => {
  const lane = ref('send')
  const hanging = Promise.withResolvers<null>()
  const started = Promise.withResolvers<void>()
  // An earlier test left a lane that is due.
  const work: LaneHandler['work'] = async ({ targetId }) =>
    targetId === lane.targetId ? (started.resolve(), hanging.promise) : null
  const worker = await startWorker(work, { kind: 'send', stopMs: 50 })
  // Also on failure, so that the file ends.
  after(() => hanging.resolve(null))
  await wakeLanes(context, [lane])
  await started.promise
  await worker.stop()
  assert.ok((await readLane(lane)).lease_token)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { itemAt } from '#lib/item-at.ts'
import { openLaneTests } from '#test/lane-workers.ts'
import { waitFor } from '#test/wait-for.ts'
import type { LaneHandler } from './lane-handler.ts'
import { createLaneWaker } from './lane-waker.ts'
import { createLaneWorker } from './create-lane-worker.ts'

const { context, url, ref, readLane } = await openLaneTests()

/** Starts a worker of webhook lanes with the waker of its process. */
async function startWorkerWithWaker(work: LaneHandler['work']) {
  const waker = createLaneWaker(context)
  const worker = createLaneWorker(
    { ...context, wake: waker.wake },
    {
      url,
      pollMs: 30_000,
      waker,
      handlers: { webhook: { slots: 8, leaseMs: 60_000, findDue: async () => [], work } },
    },
  )
  await worker.start()
  after(() => worker.stop())
  return { waker, worker }
}

test('work that listens hears of a wake-up in its process without the database', async () => {
  const lane = ref()
  const [listening, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const end = Promise.withResolvers<null>()
  const { waker, worker } = await startWorkerWithWaker(async ({ wakeUps, targetId }) => {
    if (targetId !== lane.targetId) return null
    wakeUps!.onWake = heard.resolve
    listening.resolve()
    await end.promise
    // As work does that has read its rows again.
    wakeUps!.onWake = undefined
    wakeUps!.isPending = false
    return null
  })
  waker.wake([lane])
  await listening.promise
  waker.wake([lane])
  await heard.promise
  await waker.flush()
  assert.equal((await readLane(lane)).wakes, 1)
  end.resolve(null)
  await waitFor(async () => (await readLane(lane)).due_at === null)
  await worker.stop()
})

test('a wake-up that work accepted but did not follow wakes its lane when the work ends', async () => {
  const lane = ref()
  let turns = 0
  const [listening, end] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
  const { waker, worker } = await startWorkerWithWaker(async ({ wakeUps, targetId }) => {
    if (targetId !== lane.targetId || ++turns > 1) return null
    wakeUps!.onWake = () => end.resolve(null)
    listening.resolve()
    return end.promise
  })
  waker.wake([lane])
  await listening.promise
  waker.wake([lane])
  await waitFor(() => turns === 2)
  await worker.stop()
})

test('a wake-up during work that does not listen causes another turn, and is not written', async () => {
  const lane = ref()
  let turns = 0
  const [began, end] = [Promise.withResolvers<void>(), Promise.withResolvers<null>()]
  const { waker, worker } = await startWorkerWithWaker(async ({ targetId }) => {
    if (targetId !== lane.targetId || ++turns > 1) return null
    began.resolve()
    return end.promise
  })
  waker.wake([lane])
  await began.promise
  waker.wake([lane])
  await waker.flush()
  end.resolve(null)
  await waitFor(() => turns === 2)
  await worker.stop()
  const { wakes, due_at: dueAt } = await readLane(lane)
  assert.deepEqual([wakes, dueAt], [1, null])
})

test('a wake-up during work that failed or pauses its lane is followed at once, or after the pause', async () => {
  const [failed, paused] = [ref(), ref()]
  const turns: string[] = []
  const both = Promise.withResolvers<void>()
  const notBefore = new Date(Date.now() + 3_600_000)
  const { waker, worker } = await startWorkerWithWaker(async ({ targetId }) => {
    turns.push(targetId)
    if (targetId === failed.targetId && turns.filter((each) => each === targetId).length > 1)
      return null
    if (turns.length === 2) both.resolve()
    await both.promise
    waker.wake([failed, paused].filter((each) => each.targetId === targetId))
    if (targetId === failed.targetId) throw new Error('planted')
    return { dueAt: null, notBefore }
  })
  waker.wake([failed, paused])
  await waitFor(() => turns.length === 3)
  await worker.stop()
  assert.equal(turns.filter((each) => each === failed.targetId).length, 2)
  const { due_at: dueAt } = await readLane(paused)
  assert.ok(Math.abs(dueAt!.getTime() - notBefore.getTime()) < 60_000, String(dueAt))
})

test('wake-ups are passed on to another process, and are written here if it cannot have them or did not get them', async () => {
  const [passed, refused, lost] = [ref(), ref(), ref()]
  const waker = createLaneWaker(context)
  const received: string[] = []
  let lose: (() => void) | undefined
  waker.relay((lanes, onLost) => {
    const { targetId } = itemAt(lanes, 0)
    received.push(targetId)
    lose = onLost
    return targetId !== refused.targetId
  })
  for (const lane of [passed, refused, lost]) waker.wake([lane])
  await waker.flush()
  assert.deepEqual(
    received,
    [passed, refused, lost].map(({ targetId }) => targetId),
  )
  assert.equal((await readLane(refused)).wakes, 1)
  lose!()
  await waker.flush()
  assert.equal((await readLane(lost)).wakes, 1)
  await assert.rejects(readLane(passed), /no result/)
})

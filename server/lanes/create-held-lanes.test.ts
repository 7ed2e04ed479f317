import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHeldLanes } from './create-held-lanes.ts'
import { laneLeasesLost } from '#lib/metrics.ts'
import { moves } from '#test/moves.ts'

const lane = (leaseToken: string) => ({
  kind: 'webhook' as const,
  workspaceId: 'w',
  targetId: leaseToken,
  leaseToken,
  wakes: 0,
})

test('a lease that runs out stops its work', async () => {
  const held = createHeldLanes(async () => new Set())
  const [short, long] = [held.hold(lane('a'), 100, 0), held.hold(lane('b'), 200, 0)]
  await moves(laneLeasesLost, { kind: 'webhook' }, async () => held.expire(100), 1)
  assert.deepEqual([short.abort.signal.aborted, long.abort.signal.aborted], [true, false])
})

test('a renewed lease lasts longer, and a lost one stops its work', async () => {
  const held = createHeldLanes(async () => new Set(['ours']))
  const [ours, lost] = [held.hold(lane('ours'), 60_000, 0), held.hold(lane('lost'), 60_000, 0)]
  const before = performance.now()
  await moves(laneLeasesLost, { kind: 'webhook' }, held.renew, 1)
  assert.ok(ours.expiresAt >= before + 60_000)
  assert.deepEqual([ours.abort.signal.aborted, lost.abort.signal.aborted], [false, true])
})

test('work that ended while its lease was renewed is not stopped', async () => {
  const held = createHeldLanes(async () => {
    held.drop(ended)
    return new Set()
  })
  const ended = held.hold(lane('a'), 60_000, 0)
  await held.renew()
  assert.equal(ended.abort.signal.aborted, false)
})

test('nothing is renewed when no lane is held', async () => {
  let renewals = 0
  const held = createHeldLanes(async () => {
    renewals++
    return new Set()
  })
  held.drop(held.hold(lane('a'), 60_000, 0))
  await held.renew()
  assert.equal(renewals, 0)
})

test('a wake-up reaches the holder of a lane while it listens, and is remembered otherwise', () => {
  const held = createHeldLanes(async () => new Set())
  const mine = held.hold(lane('a'), 60_000, performance.now())
  assert.deepEqual([held.accept(mine), held.notice(mine), mine.isWoken], [false, true, true])
  let heard = 0
  mine.wakeUps.onWake = () => heard++
  assert.deepEqual([held.accept(mine), held.notice(mine), heard], [true, true, 2])
  assert.equal(mine.wakeUps.isPending, true)
  held.drop(mine)
  assert.deepEqual([held.accept(mine), held.notice(mine), heard], [false, false, 2])
})

test('a lane that is claimed again after its lease was lost gets its wake-ups', () => {
  const held = createHeldLanes(async () => new Set())
  const lost = held.hold(lane('a'), 60_000, 0)
  const again = held.hold({ ...lane('a'), leaseToken: 'b' }, 60_000, performance.now())
  again.wakeUps.onWake = () => undefined
  held.drop(lost)
  assert.equal(held.accept(again), true)
})

test('a wake-up is not accepted after the lease ran out', () => {
  const held = createHeldLanes(async () => new Set())
  const mine = held.hold(lane('a'), 1, performance.now() - 1)
  mine.wakeUps.onWake = () => assert.fail('another worker may hold the lane')
  assert.deepEqual([held.accept(mine), held.notice(mine), mine.isWoken], [false, true, true])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHeldLanes } from './held-lanes.ts'

const lane = (leaseToken: string) => ({
  kind: 'webhook' as const,
  workspaceId: 'w',
  targetId: leaseToken,
  leaseToken,
  wakes: 0,
})

test('a lease that runs out stops its work', () => {
  const held = createHeldLanes(async () => new Set())
  const [short, long] = [held.hold(lane('a'), 100, 0), held.hold(lane('b'), 200, 0)]
  held.expire(100)
  assert.deepEqual([short.abort.signal.aborted, long.abort.signal.aborted], [true, false])
})

test('a renewed lease lasts longer, and a lost one stops its work', async () => {
  const held = createHeldLanes(async () => new Set(['ours']))
  const [ours, lost] = [held.hold(lane('ours'), 60_000, 0), held.hold(lane('lost'), 60_000, 0)]
  const before = performance.now()
  await held.renew()
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

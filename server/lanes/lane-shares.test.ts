import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaneHandler } from './lane-handler.ts'
import { createShares } from './lane-shares.ts'

const handler = (slots: number): LaneHandler => ({
  slots,
  leaseMs: 1_000,
  work: async () => null,
  findDue: async () => [],
})

/** Takes slots for a workspace while it has free ones. */
function fill(shares: ReturnType<typeof createShares>, workspaceId: string) {
  const slots: { release: () => boolean }[] = []
  while (shares.free('webhook') > 0 && !shares.served('webhook').includes(workspaceId))
    slots.push(shares.take('webhook', workspaceId))
  return slots
}

test('a workspace alone takes half of the slots, and one more always finds some', () => {
  const shares = createShares({ webhook: handler(64) })
  assert.equal(fill(shares, 'a').length, 32)
  assert.equal(fill(shares, 'b').length, 22)
  assert.equal(fill(shares, 'c').length, 10)
  assert.equal(shares.free('webhook'), 0)
})

test('released slots are free for other workspaces, not for one that has its share', () => {
  const shares = createShares({ webhook: handler(64) })
  const first = fill(shares, 'a')
  fill(shares, 'b')
  fill(shares, 'c')
  for (const slot of first.splice(0, 8)) assert.equal(slot.release(), true)
  assert.ok(shares.served('webhook').includes('a'), 'it still has more than its share')
  assert.ok(fill(shares, 'c').length > 0)
})

test('a workspace that has no work takes no share', () => {
  const shares = createShares({ webhook: handler(64) })
  const slots = fill(shares, 'a')
  for (const slot of slots) slot.release()
  assert.equal(shares.free('webhook'), 64)
  assert.equal(shares.active('webhook'), 0)
  assert.equal(fill(shares, 'b').length, 32)
})

test('with few slots every workspace still gets one', () => {
  const shares = createShares({ webhook: handler(2) })
  assert.equal(fill(shares, 'a').length, 1)
  assert.equal(fill(shares, 'b').length, 1)
})

test('lanes of which a workspace has only one use all slots', () => {
  const shares = createShares({ inbound: { ...handler(4), isOfWorkspace: true } })
  for (const [taken, workspaceId] of ['a', 'b', 'c', 'd'].entries()) {
    assert.equal(shares.free('inbound'), 4 - taken)
    shares.take('inbound', workspaceId)
  }
  assert.equal(shares.free('inbound'), 0)
  assert.deepEqual(shares.served('inbound'), [])
})

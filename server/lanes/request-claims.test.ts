import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAnyFilled, requestClaims } from './request-claims.ts'
import { createShares } from './lane-shares.ts'

const handler = (slots: number) => ({
  slots,
  leaseMs: 1_000,
  findDue: async () => [],
  work: async () => null,
})

test('a claim asks for free slots only, and leaves out workspaces with their share', () => {
  const handlers = { webhook: handler(100), send: handler(1) }
  const shares = createShares(handlers)
  shares.take('send', 'a')
  for (let taken = 0; taken < 50; taken++) shares.take('webhook', 'a')
  assert.deepEqual(requestClaims(handlers, shares), [
    { kind: 'webhook', leaseMs: 1_000, count: 32, excludeWorkspaces: ['a'] },
  ])
})

test('a filled claim of any kind asks for another one', () => {
  const requests = [{ kind: 'webhook' as const, count: 1, leaseMs: 1_000 }]
  const lane = {
    kind: 'webhook' as const,
    workspaceId: 'w',
    targetId: 't',
    leaseToken: 'l',
    wakes: 0,
  }
  assert.equal(isAnyFilled(requests, [lane]), true)
  assert.equal(isAnyFilled(requests, []), false)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestClaims } from './request-claims.ts'
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
    {
      kind: 'webhook',
      leaseMs: 1_000,
      count: 32,
      slots: 100,
      active: 1,
      excludeWorkspaces: ['a'],
    },
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EndpointOrdering } from '#shared/webhooks.ts'
import { limitHoldReleases } from './limit-hold-releases.ts'

type Endpoint = { id: string; ordering: EndpointOrdering; hasOrdered: boolean }

function setUp() {
  const released: string[] = []
  let now = 0
  const releaseHolds = limitHoldReleases<Endpoint>(
    async ({ id }) => released.push(id) > 0,
    () => now,
  )
  return { released, releaseHolds, wait: (ms: number) => (now += ms) }
}

test('holds of an endpoint ordered by conversation are searched at most every 30 seconds', async () => {
  const { released, releaseHolds, wait } = setUp()
  const a: Endpoint = { id: 'a', ordering: 'conversation', hasOrdered: false }
  await releaseHolds(a)
  await releaseHolds({ ...a, id: 'b' })
  wait(29_999)
  await releaseHolds(a)
  assert.deepEqual(released, ['a', 'b'])
  wait(1)
  await releaseHolds(a)
  assert.deepEqual(released, ['a', 'b', 'a'])
})

test('an endpoint that is no longer ordered by conversation is searched while it has held deliveries', async () => {
  for (const ordering of ['creation', 'subject'] as const) {
    const { released, releaseHolds } = setUp()
    const endpoint: Endpoint = { id: 'a', ordering, hasOrdered: true }
    await releaseHolds(endpoint)
    await releaseHolds(endpoint)
    await releaseHolds({ ...endpoint, hasOrdered: false })
    assert.deepEqual(released, ['a', 'a'])
  }
})

test('an endpoint that is ordered by conversation again is searched at once', async () => {
  const { released, releaseHolds } = setUp()
  const endpoint: Endpoint = { id: 'a', ordering: 'conversation', hasOrdered: false }
  await releaseHolds(endpoint)
  await releaseHolds({ ...endpoint, ordering: 'creation' })
  await releaseHolds(endpoint)
  assert.deepEqual(released, ['a', 'a'])
})

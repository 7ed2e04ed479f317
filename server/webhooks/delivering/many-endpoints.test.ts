import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { emit } from '#test/deliveries.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { newId } from '#lib/ids.ts'
import type { SafeResponse } from '#lib/outgoing/safe-fetch.ts'
import { createEndpoint } from '../create-endpoint.ts'
import { createEndpointPoll } from './create-endpoint-poll.ts'
import { createWebhookLane } from './create-webhook-lane.ts'

const { context } = await openTestContext()

const accepted: SafeResponse = {
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
  truncated: false,
  remoteAddress: null,
  timings: { dns: null, connect: null, tls: null, firstByte: null, total: 0 },
}

test('an endpoint is polled for many deliveries only if its turns start many', async () => {
  const { scope } = await createTestWorkspace(context)
  const { workspaceId } = scope
  const { id: endpointId } = await createEndpoint(scope, { url: 'https://a.example/' })
  await emit(
    scope,
    Array.from({ length: 60 }, (_, number) => number),
  )
  const { poll } = createEndpointPoll(context)
  const counts: number[] = []
  // Two turns of a fast endpoint, and three of one that became slow.
  for (const started of [0, 5, 10, 40, 0, 30, 0, 0, 3, 0]) {
    const found = await poll({ workspaceId, endpointId, except: [], started })
    assert.equal(found!.limit, found!.deliveries.length)
    counts.push(found!.deliveries.length)
  }
  assert.deepEqual(counts, [10, 10, 50, 50, 50, 50, 50, 10, 10, 10])
})

test('endpoints that are due in the same moment start a few attempts in one turn of the event loop', async () => {
  const { scope } = await createTestWorkspace(context)
  const { workspaceId } = scope
  const ids: string[] = []
  for (let index = 0; index < 20; index++)
    ids.push((await createEndpoint(scope, { url: `https://${index}.example/` })).id)
  await emit(scope, [1])
  const bursts: number[] = []
  let isNewTurn = true
  const lane = createWebhookLane(context, {
    fetch: async () => {
      if (isNewTurn) setImmediate(() => (isNewTurn = true))
      bursts.push(isNewTurn ? 1 : bursts.pop()! + 1)
      isNewTurn = false
      return accepted
    },
  })
  const { signal } = new AbortController()
  await Promise.all(
    ids.map((targetId) => lane.work({ workspaceId, targetId, leaseToken: newId() }, signal)),
  )
  assert.equal(
    bursts.reduce((sum, count) => sum + count, 0),
    20,
  )
  // Four when their deliveries are read, and four when the event loop has read all else.
  assert.ok(Math.max(...bursts) <= 8, `they started ${bursts.join(', ')} at once`)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestEndpoint } from '#test/deliveries.ts'
import { openTestContext } from '#test/context.ts'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { createWebhookFetch } from '../create-webhook-fetch.ts'
import { createWebhookLane } from './create-webhook-lane.ts'

const { context } = await openTestContext()

test('a worker that was frozen until its lease ran out starts no attempt', async (t) => {
  const { receiver, scope, endpoint } = await createTestEndpoint(context)
  await transaction(scope, (tx) =>
    recordEvents(tx, [{ type: 'message.sent', data: { conversation_id: newId() } }]),
  )
  const { fetch, close } = createWebhookFetch(context.config)
  t.after(close)
  const lane = createWebhookLane(context, { fetch })
  const { workspaceId } = scope
  const work = (expiresAt: number) =>
    lane.work(
      { workspaceId, targetId: endpoint.id, leaseToken: newId(), expiresAt },
      new AbortController().signal,
    )
  assert.ok((await work(performance.now() - 1)) instanceof Date, 'it is still due')
  assert.equal(receiver.requests.length, 0)
  await work(performance.now() + 60_000)
  assert.equal(receiver.requests.length, 1)
})

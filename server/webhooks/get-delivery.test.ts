import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transaction } from '#db/transaction.ts'
import { recordEvents } from '#events/record-events.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint } from '#test/deliveries.ts'
import { createWebhookLane } from './delivering/create-webhook-lane.ts'
import { getDelivery } from './get-delivery.ts'
import { createWebhookFetch } from './create-webhook-fetch.ts'

const { context } = await openTestContext()

test('an attempt that is recorded during the read appears with its status or not at all', async (t) => {
  const { scope, endpoint } = await createTestEndpoint(context)
  const { workspaceId } = scope
  await transaction(scope, (tx) =>
    recordEvents(tx, [{ type: 'message.sent', data: { conversation_id: newId() } }]),
  )
  const { id } = await scope.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  const { fetch, close } = createWebhookFetch(context.config)
  t.after(close)
  const lane = createWebhookLane(context, { fetch })
  let isDelivered = false
  const db = scope.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDelivered)
        await lane.work(
          {
            workspaceId,
            targetId: endpoint.id,
            leaseToken: newId(),
            expiresAt: performance.now() + 60_000,
          },
          new AbortController().signal,
        )
      isDelivered = true
      return result
    },
  })
  const during = await getDelivery({ ...scope, db }, id)
  assert.deepEqual([during.status, during.attempts.length], ['pending', 0])
  const after = await getDelivery(scope, id)
  assert.deepEqual([after.status, after.attempts.length], ['succeeded', 1])
  assert.ok(after.attempts[0]?.started_at instanceof Date)
})

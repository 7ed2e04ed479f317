import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestEndpoint, emit, startDeliveries, triedDelivery } from '#test/deliveries.ts'
import type { Respond } from '#test/receiver.ts'

const { context, url } = await openTestContext()
await startDeliveries(context, url, { timeoutMs: 600 })

test('an attempt ends at its time limit, also while the body of the response arrives', async () => {
  for (const respond of [
    () => undefined,
    (_request, response) => void response.writeHead(200).write('begun'),
  ] as Respond[]) {
    const { scope } = await createTestEndpoint(context, respond)
    await emit(scope, [1])
    const delivery = await triedDelivery(scope, 1)
    assert.equal(delivery.last_error, 'timeout')
    assert.equal(delivery.status, 'pending')
    const { duration_ms: durationMs, timings } = delivery.attempts[0]!
    assert.ok(durationMs >= 590, `${durationMs} ms`)
    const activeMs = durationMs - (timings!['paused'] ?? 0)
    assert.ok(activeMs < 8_000, `${activeMs} ms, the default is 10 s`)
  }
})

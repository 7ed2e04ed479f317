import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { countDeliveries, createTestEndpoint, emit, startDeliveries } from '#test/deliveries.ts'

const { context, url } = await openTestContext()
// An exchange outlasts the tests, so that whatever waited for its end would not arrive.
await startDeliveries(context, url, { timeoutMs: 600_000 })

test('an endpoint that hangs delays no other endpoint', async () => {
  const dead = await createTestEndpoint(context, () => undefined, { max_in_flight: 5 })
  await emit(
    dead.scope,
    Array.from({ length: 30 }, (_, index) => index),
  )
  await dead.receiver.waitFor(1)
  const healthy = await createTestEndpoint(context)
  for (let number = 0; number < 10; number++) {
    await emit(healthy.scope, [number])
    await healthy.receiver.waitFor(number + 1)
  }
  assert.deepEqual(await countDeliveries(dead.scope), { pending: 30 }, 'it still hangs')
})

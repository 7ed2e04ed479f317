import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import {
  countDeliveries,
  createTestEndpoint,
  emit,
  numberOf,
  startDeliveries,
} from '#test/deliveries.ts'

const { context, url } = await openTestContext()
// An exchange and a turn outlast the tests, so that whatever waited for their end would not arrive.
await startDeliveries(context, url, { timeoutMs: 600_000, turnMs: 600_000 })

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

test('a delivery that hangs does not block the others of its endpoint', async () => {
  const { receiver, scope } = await createTestEndpoint(
    context,
    (request, response) => {
      if (numberOf(request) > 0) response.end()
    },
    { max_in_flight: 3 },
  )
  await emit(
    scope,
    Array.from({ length: 30 }, (_, number) => number),
  )
  const requests = await receiver.waitFor(30)
  assert.deepEqual(
    requests.map(numberOf).toSorted((a, b) => a - b),
    [...Array(30).keys()],
  )
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { testPhone } from '../factories.ts'
import { startReceiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

/** Longer than the deadline of an attempt (10 s) and than a lease (15 s). */
const PAUSE_MS = 17_000

const { admin, api, processes } = await startProduct(undefined, ['api,ingest', 'worker'])

test('a worker that was stopped while a receiver answered records the delivery, and does not repeat it', async () => {
  const worker = processes[1]!
  const stopped = Promise.withResolvers<void>()
  const receiver = await startReceiver((_request, response) => {
    if (receiver.requests.length === 1) {
      process.kill(worker.pid, 'SIGSTOP')
      stopped.resolve()
    }
    response.end('ok')
  })
  after(() => receiver.close())
  const { status } = await admin('POST /api/developer/webhooks', {
    body: { url: `${receiver.url}/parley`, events: ['contact.created'] },
  })
  assert.equal(status, 201)
  await api('POST /api/v1/contacts', { body: { name: 'Zoë', phone: testPhone() } })
  await stopped.promise
  await delay(PAUSE_MS)
  process.kill(worker.pid, 'SIGCONT')
  const delivery = await waitFor(
    async () => {
      const { body } = await admin('GET /api/developer/webhooks/deliveries')
      const { body: found } = await admin(
        `GET /api/developer/webhooks/deliveries/${body.data[0].id}`,
      )
      return found.status !== 'pending' || found.attempts.length > 0 ? found : undefined
    },
    { what: 'a result' },
  )
  assert.equal(delivery.status, 'succeeded')
  assert.equal(delivery.attempts.length, 1)
  const [attempt] = delivery.attempts
  assert.deepEqual([attempt.error, attempt.response_status], [null, 200])
  assert.ok(attempt.timings.paused >= PAUSE_MS - 1_000, JSON.stringify(attempt.timings))
  // A second event arrives after whatever the worker claimed when it continued.
  await api('POST /api/v1/contacts', { body: { name: 'Ana', phone: testPhone() } })
  await receiver.waitFor(2)
  const names = receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.name as string)
  assert.deepEqual(names, ['Zoë', 'Ana'])
})

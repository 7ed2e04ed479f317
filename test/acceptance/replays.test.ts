import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testPhone } from '../factories.ts'
import { startServer } from '../processes.ts'
import { startReceiver } from '../receiver.ts'
import type { Receiver } from '../receiver.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'

const { admin, api, server, env } = await startProduct()

const EVENTS = 400
const IN_FLIGHT = 4
const webhooks = '/api/developer/webhooks'

const namesOf = (receiver: Receiver) =>
  receiver.requests.map((request) => JSON.parse(request.body.toString()).data.name as string)

test('a replay whose server is killed goes on with the next one, and brings every event', async () => {
  const names = Array.from({ length: EVENTS }, (_, index) => `Person ${index}`)
  for (const name of names)
    assert.equal(
      (await api('POST /api/v1/contacts', { body: { name, phone: testPhone() } })).status,
      201,
    )
  // Leaves the second half hanging until the server was killed, however fast the first half is sent.
  const receiver = await startReceiver((_request, response) => {
    if (receiver.requests.length <= EVENTS / 2) response.end('ok')
  })
  after(() => receiver.close())
  const endpoint = await admin(`POST ${webhooks}`, {
    body: { url: receiver.url, max_in_flight: IN_FLIGHT },
  })
  const path = `POST ${webhooks}/${endpoint.body.id}/replay`
  const body = { statuses: ['missing'], rate_limit: 200 }
  const dry = await admin(path, { body: { ...body, dry_run: true } })
  assert.deepEqual([dry.status, dry.body.count], [200, EVENTS])
  const created = await admin(path, { body })
  assert.deepEqual([created.status, created.body.total], [201, EVENTS])
  await receiver.waitFor(EVENTS / 4)
  await server.end('SIGKILL')
  receiver.respondWith((_request, response) => void response.end('ok'))
  const next = await startServer(env, ['--only', 'api,ingest,worker', '--json'])
  after(() => next.end())
  const replay = await waitFor(
    async () => {
      const shown = await admin(`GET ${webhooks}/replays/${created.body.id}`)
      const { status, deliveries } = shown.body
      return status === 'completed' && deliveries.succeeded === EVENTS ? shown.body : undefined
    },
    { timeoutMs: 60_000, what: 'the end of the replay' },
  )
  assert.deepEqual([replay.status, replay.offered], ['completed', EVENTS])
  assert.deepEqual(new Set(namesOf(receiver)), new Set(names))
  // Deliveries that were in flight, or answered but not stored, when the server died are sent again.
  assert.ok(receiver.requests.length - EVENTS <= 50, `${receiver.requests.length} requests`)
})

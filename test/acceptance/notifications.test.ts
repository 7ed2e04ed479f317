import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createCall } from '../call.ts'
import { sessionCookieOf } from '../answer.ts'
import { textPayload } from '../outside.ts'
import { startServer } from '../processes.ts'
import { startPushService } from '../push-service.ts'
import { waitFor } from '../wait-for.ts'
import { startProduct } from './product.ts'
import { AGENT } from './set-up-database.ts'

const MESSAGES = 300
const CUSTOMERS = 50
const product = await startProduct()
const service = await startPushService()
after(() => service.close())

test('each message notifies each agent and device once, also when the worker is killed in between', async () => {
  const url = `http://localhost:${product.env['PORT']}`
  const signedIn = await createCall(url, { origin: url })('POST /api/auth/sign-in/email', {
    body: AGENT,
  })
  const agent = createCall(url, { origin: url, cookie: sessionCookieOf(signedIn) })
  const devices = [service.subscribe(), service.subscribe()]
  for (const [call, device] of [
    [agent, devices[0]!],
    [product.admin, devices[1]!],
  ] as const) {
    const { status } = await call('POST /api/app/push-devices', { body: device.subscription })
    assert.equal(status, 200)
  }
  const post = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: (to - from) / 10 }, (_, batch) =>
        product.postSigned(
          textPayload(
            product.phoneNumberId,
            Array.from({ length: 10 }, (__, index) => {
              const number = from + batch * 10 + index
              const id = `wamid.push${number}`
              return {
                id,
                from: `9198332${String(number % CUSTOMERS).padStart(5, '0')}`,
                name: 'N',
                text: `${number}`,
              }
            }),
          ),
        ),
      ),
    )
  await post(0, MESSAGES / 2)
  await waitFor(() => devices[0]!.received.length > 20, { what: 'the first pushes' })
  await product.server.end('SIGKILL')
  const again = await startServer(product.env, ['--only', 'api,ingest,worker', '--json'])
  after(() => again.end())
  await post(MESSAGES / 2, MESSAGES)
  const idsOf = (device: (typeof devices)[number]) =>
    new Set(device.received.map(({ payload }) => payload.id))
  // The dead worker's lanes are free after its leases expire.
  await waitFor(() => devices.every((device) => idsOf(device).size >= MESSAGES), {
    timeoutMs: 120_000,
    what: 'every push',
  })
  for (const [call, device] of [
    [agent, devices[0]!],
    [product.admin, devices[1]!],
  ] as const) {
    const listed: { id: string; message_count: number }[] = []
    let cursor = ''
    do {
      const { body } = await call(`GET /api/app/notifications?limit=100${cursor}`)
      listed.push(...body.data)
      cursor = body.next_cursor && `&cursor=${encodeURIComponent(body.next_cursor)}`
    } while (cursor)
    assert.equal(listed.length, CUSTOMERS, 'one entry for each conversation')
    const counted = listed.reduce((sum, each) => sum + each.message_count, 0)
    assert.equal(counted, MESSAGES, 'each message was recorded once')
    const pushed = idsOf(device)
    assert.equal(pushed.size, MESSAGES)
    assert.ok(
      listed.every(({ id }) => pushed.has(id)),
      'the last message of each',
    )
    // A killed worker repeats at most the pushes that it was sending; their topic lets the receiver recognize them.
    const repeated = device.received.length - MESSAGES
    assert.ok(repeated <= 10, `${repeated} pushes were repeated`)
    for (const { payload, headers } of device.received)
      assert.equal(headers['topic'], payload.id.replaceAll('-', ''))
  }
})

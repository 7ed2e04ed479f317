import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { demoReceiverUrl } from '#lib/outgoing/demo-receiver-url.ts'
import { createSafeFetch } from '#lib/outgoing/safe-fetch.ts'
import { startDnsServer } from '#lib/testing/start-dns-server.ts'
import { checkWebhookUrl } from '#lib/outgoing/check-webhook-url.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { signInTestMember } from '#test/session.ts'
import { customerUrlRules } from '#lib/outgoing/customer-url-rules.ts'

/** A receiver instead of the simulator's, which redirects elsewhere and records the requests. */
const reached: string[] = []
const server = createServer((request, response) => {
  reached.push(`${request.method} ${request.url}`)
  response.writeHead(302, { location: '/sim/state' }).end()
})
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
after(() => void server.close())
const simulatorPort = (server.address() as AddressInfo).port
const neighbour = createServer((request, response) => {
  reached.push(`neighbour ${request.url}`)
  response.end()
})
await new Promise<void>((resolve) => void neighbour.listen(0, '127.0.0.1', resolve))
after(() => void neighbour.close())
const otherPort = (neighbour.address() as AddressInfo).port

const { context } = await openTestContext()
const config = { ...context.config, allowLocalWebhooks: false, demo: true, simulatorPort }
const URL_ = demoReceiverUrl(config)
const zone = { 'receiver.example': { a: ['127.0.0.1'] } }
const dns = await startDnsServer(zone)
after(() => dns.close())
const fetchWith = (rules: { demo?: boolean | undefined; allowLocalWebhooks?: boolean }) => {
  const fetch = createSafeFetch({
    ...customerUrlRules({ ...config, ...rules }),
    dnsServers: [dns.server],
  })
  after(() => fetch.close())
  return fetch.fetch
}
const fetch = fetchWith({})

/** Spellings that are not exactly the receiver's URL, though many lead to its port. */
const OTHERS = [
  ...['/', '', '/sim', '/sim/state', '/receiver/', '/receiver/deliveries', '/Receiver'].map(
    (path) => `http://127.0.0.1:${simulatorPort}${path}`,
  ),
  ...['/receiver?', '/receiver?a=1', '/receiver#', '/receiver#a', '//receiver', '/./receiver'].map(
    (path) => `http://127.0.0.1:${simulatorPort}${path}`,
  ),
  ...[
    '/a/../receiver',
    '/%72eceiver',
    '/receiver%2f',
    '/receiver;a',
    '/receiver.',
    '/receivers',
  ].map((path) => `http://127.0.0.1:${simulatorPort}${path}`),
  ...['127.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.0.0.1.', '127.0.0.2', '0', '0.0.0.0']
    .concat(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', '[::1]', '[::ffff:127.0.0.1]'])
    .concat(['①②⑦.0.0.1', '127%2e0.0.1', '10.0.0.1', '169.254.169.254', 'user@127.0.0.1'])
    .map((host) => `http://${host}:${simulatorPort}/receiver`),
  ...[otherPort, simulatorPort + 1, simulatorPort - 1, 80, 443, `0${simulatorPort}`].map(
    (port) => `http://127.0.0.1:${port}/receiver`,
  ),
  'http://127.0.0.1/receiver',
  `https://127.0.0.1:${simulatorPort}/receiver`,
  `HTTP://127.0.0.1:${simulatorPort}/receiver`,
  `ftp://127.0.0.1:${simulatorPort}/receiver`,
  `http:127.0.0.1:${simulatorPort}/receiver`,
  `http:\\\\127.0.0.1:${simulatorPort}\\receiver`,
  ` ${URL_}`,
  `${URL_} `,
  `${URL_}\n`,
]

describe('in a demo', () => {
  let admin: Record<string, string>
  let key: string
  const open = openTestApi({ ...context, config })

  before(async () => {
    const { scope } = await createTestWorkspace(context)
    const { call } = await open
    admin = (await signInTestMember(call, scope)).headers
    key = await createTestKey(scope, ['*'])
  })

  test('exactly the URL of the receiver can be registered, and is reached', async () => {
    const { call } = await open
    const made = await call('POST /api/developer/webhooks', { headers: admin, body: { url: URL_ } })
    assert.equal(made.status, 201, made.text)
    assert.equal(made.body.url, URL_)
    reached.length = 0
    const sent = await call(`POST /api/developer/webhooks/${made.body.id}/test`, {
      headers: admin,
      body: {},
    })
    assert.equal(sent.status, 200, sent.text)
    assert.equal(sent.body.attempts[0].response_status, 302)
    assert.deepEqual(reached, ['POST /receiver'])
  })

  test('a redirect of the receiver is not followed', async () => {
    reached.length = 0
    for (let times = 0; times < 3; times++) {
      const response = await fetch({ url: URL_ })
      assert.ok(response.ok)
      assert.equal(response.status, 302)
    }
    assert.deepEqual(
      reached,
      Array.from({ length: 3 }, () => 'POST /receiver'),
    )
  })

  test('nothing else can be registered, whatever it looks like', async () => {
    const { call } = await open
    const ours = { headers: admin, body: { url: URL_ } }
    const { body: endpoint } = await call('POST /api/developer/webhooks', ours)
    for (const url of OTHERS) {
      const body = { url }
      const made = await call('POST /api/developer/webhooks', { headers: admin, body })
      assert.equal(made.status, 422, `${url} ${made.text}`)
      const changed = await call(`PATCH /api/developer/webhooks/${endpoint.id}`, {
        headers: admin,
        body,
      })
      assert.equal(changed.status, 422, `${url} ${changed.text}`)
    }
  })

  test('nothing else is reached, also on a connection that the receiver left open', async () => {
    for (const url of OTHERS) {
      const first = await fetch({ url: URL_ })
      assert.ok(first.ok)
      reached.length = 0
      const response = await fetch({ url })
      assert.ok(!response.ok, url)
      assert.match(response.error, /^(blocked_target|invalid_url)$/, url)
      assert.deepEqual(reached, [], url)
    }
  })

  test('a name that leads to the address of the receiver is not reached', async () => {
    reached.length = 0
    for (const path of ['/receiver', '/sim/state']) {
      const response = await fetch({ url: `http://receiver.example:${simulatorPort}${path}` })
      assert.ok(!response.ok)
      assert.equal(response.error, 'blocked_target')
    }
    assert.deepEqual(reached, [])
  })

  test('no file can be fetched from it for a message', async () => {
    const { call } = await open
    const body = { phone_e164: '+919812345678', message: 'A file', media_url: URL_ }
    const answer = await call('POST /api/v1/messages/send', { key, body })
    assert.equal(answer.status, 422, answer.text)
    assert.equal(answer.body.errors[0].field, 'media_url')
  })
})

describe('outside of a demo', () => {
  test('the URL of the receiver is refused like any other of this machine', async () => {
    for (const demo of [false, undefined]) {
      const rules = customerUrlRules({ ...config, demo })
      assert.equal(checkWebhookUrl(URL_, rules).problem, 'private_target')
      reached.length = 0
      const response = await fetchWith({ demo })({ url: URL_ })
      assert.ok(!response.ok)
      assert.equal(response.error, 'blocked_target')
      assert.deepEqual(reached, [])
    }
  })

  test('it is refused where local webhooks are allowed too, as a port of our own', async () => {
    const response = await fetchWith({ demo: false, allowLocalWebhooks: true })({ url: URL_ })
    assert.ok(!response.ok)
    assert.equal(response.error, 'blocked_target')
  })
})

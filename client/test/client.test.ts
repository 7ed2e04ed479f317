import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import * as core from '#client/core.ts'
import * as client from '#client/index.ts'

const { ConnectionError, Parley, ParleyError, SignatureError, webhooks } = client
const { admin, env, key: apiKey } = await startProduct()
const baseUrl = `http://localhost:${env['PORT']}`
const parley = new Parley({ apiKey, baseUrl })

/** Returns a `fetch` that really sends every request, but loses the first `count` answers, and the requests it sent. */
function loseAnswers(count: number) {
  const keys: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    const answer = await globalThis.fetch(url, init)
    if (keys.length > count) return answer
    await answer.arrayBuffer()
    throw new TypeError('The connection was reset.')
  }
  return { fetch, keys }
}

/** Starts a server that answers every request with `status` and `headers`, and counts them. */
async function startFailing(status: number, headers: Record<string, string> = {}) {
  let requests = 0
  const server = createServer((_request, response) => {
    requests++
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}`, count: () => requests }
}

async function catchError<T extends Error>(
  call: Promise<unknown>,
  type: new (...args: never[]) => T,
) {
  const err: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(err instanceof type, String(err))
  return err
}

describe('errors', () => {
  test('a 422 is caught by its code and names the field', async () => {
    const call = parley.contacts.createContact({ name: 'Ilse', phone_e164: 'no number' })
    const err = await catchError(call, ParleyError)
    assert.equal(err.status, 422)
    assert.ok(err.is('invalid_phone', 'validation_failed'), err.code)
    assert.ok(err.requestId)
  })

  test('a wrong key is refused at once', async () => {
    const { fetch, keys } = loseAnswers(0)
    const stranger = new Parley({ apiKey: 'sk_live_wrong', baseUrl, fetch })
    const err = await catchError(stranger.contacts.listContacts(), ParleyError)
    assert.deepEqual([err.status, err.code, keys.length], [401, 'invalid_api_key', 1])
  })

  test('an id that is empty or a path changes no other resource', async () => {
    for (const id of ['', '.', '..'])
      await assert.rejects(async () => parley.contacts.getContact({ id }), TypeError)
    const err = await catchError(parley.tickets.getTicket({ id: '../contacts' }), ParleyError)
    assert.equal(err.status, 404)
  })
})

describe('retries', () => {
  test('a POST whose answer was lost creates once, because the retries repeat its key', async () => {
    const { fetch, keys } = loseAnswers(2)
    const phone_e164 = testPhone()
    const { messages } = new Parley({ apiKey, baseUrl, fetch })
    const { contacts } = new Parley({ apiKey, baseUrl, fetch })
    const contact = await contacts.createContact({ name: 'Once', phone_e164 })
    assert.equal(contact.matched_by, null, 'the answer is that of the first request')
    assert.equal(keys.length, 3)
    assert.equal(new Set(keys).size, 1)
    assert.ok(keys[0])
    const found = await parley.contacts.listContacts({ phone_e164 })
    assert.deepEqual(
      found.data.map(({ id }) => id),
      [contact.id],
    )
    // @ts-expect-error A contact is a target only together with a channel.
    await catchError(messages.sendMessage({ person_id: contact.id, message: 'Hello' }), ParleyError)
    assert.notEqual(keys[3], keys[0], 'another call has a key of its own')
  })

  test('a PATCH whose answer was lost is not repeated', async () => {
    const contact = await parley.contacts.createContact({ name: 'Before', phone_e164: testPhone() })
    const { fetch, keys } = loseAnswers(1)
    const { contacts } = new Parley({ apiKey, baseUrl, fetch })
    await catchError(contacts.updateContact({ id: contact.id, name: 'After' }), ConnectionError)
    assert.equal(keys.length, 1)
    assert.equal((await parley.contacts.getContact({ id: contact.id })).name, 'After')
  })

  test('a call refused by the rate limit waits for Retry-After and then succeeds', async () => {
    const body = { name: 'slow', scopes: ['contacts:read'], rate_limit: 1 }
    const created = await admin('POST /api/developer/api-keys', { body })
    assert.equal(created.status, 201, created.text)
    let refusals = 0
    let allowedAt = 0
    const fetch: typeof globalThis.fetch = async (url, init) => {
      assert.ok(Date.now() >= allowedAt - 1, 'a request came before its time')
      const answer = await globalThis.fetch(url, init)
      if (answer.status === 429) {
        refusals++
        allowedAt = Date.now() + Number(answer.headers.get('retry-after')) * 1000
      }
      return answer
    }
    const { contacts } = new Parley({ apiKey: created.body.secret, baseUrl, fetch })
    for (let number = 0; number < 4; number++) await contacts.listContacts({ limit: 1 })
    assert.ok(refusals > 0)
  })

  test('a server that fails is asked the maximum of times, and never after the deadline', async () => {
    const failing = await startFailing(503)
    const { contacts } = new Parley({ apiKey, baseUrl: failing.baseUrl, maxRetries: 1 })
    assert.equal((await catchError(contacts.listContacts(), ParleyError)).status, 503)
    assert.equal(failing.count(), 2)
    const busy = await startFailing(429, { 'retry-after': '60' })
    const hurried = new Parley({ apiKey, baseUrl: busy.baseUrl, deadlineMs: 5_000 })
    const err = await catchError(hurried.contacts.listContacts(), ParleyError)
    assert.deepEqual([err.retryAfterMs, busy.count()], [60_000, 1])
  })

  test('a redirect is not followed, because the key is for one server only', async () => {
    const elsewhere = await startFailing(200)
    const moved = await startFailing(308, { location: elsewhere.baseUrl })
    const { contacts } = new Parley({ apiKey, baseUrl: moved.baseUrl })
    const err = await catchError(contacts.listContacts(), ParleyError)
    assert.deepEqual([err.status, moved.count(), elsewhere.count()], [308, 1, 0])
    assert.match(err.message, /redirects/)
  })

  test('an aborted call ends with the reason of its signal', async () => {
    const busy = await startFailing(429, { 'retry-after': '20' })
    const ending = new AbortController()
    const { contacts } = new Parley({ apiKey, baseUrl: busy.baseUrl })
    const call = contacts.listContacts({}, { signal: ending.signal })
    ending.abort(new Error('enough'))
    await assert.rejects(call, /enough/)
  })
})

describe('pages and files', () => {
  test('an iterator returns every item of three pages once, and also the pages', async () => {
    const { contacts } = parley
    for (const number of [1, 2, 3, 4, 5])
      await contacts.createContact({ name: `Paged ${number}`, phone_e164: testPhone() })
    const names: unknown[] = []
    for await (const { name } of contacts.listContacts({ q: 'Paged', limit: 2 })) names.push(name)
    assert.deepEqual(
      names.toSorted(),
      [1, 2, 3, 4, 5].map((number) => `Paged ${number}`),
    )
    const sizes: number[] = []
    for await (const { data } of contacts.listContacts({ q: 'Paged', limit: 2 }).pages())
      sizes.push(data.length)
    assert.deepEqual(sizes, [2, 2, 1])
  })

  test('the events are iterated to their end', async () => {
    const types: string[] = []
    for await (const { type } of parley.events.listEvents({ limit: 2 })) types.push(type)
    assert.ok(types.filter((type) => type === 'contact.created').length >= 5)
  })

  test('a file is uploaded, and a CSV file is downloaded', async () => {
    const file = new File(['hello'], 'hello.txt', { type: 'text/plain' })
    const media = await parley.messages.uploadMedia({ file })
    assert.equal(media.filename, 'hello.txt')
    assert.match(await parley.contacts.exportContacts({ q: 'Paged' }), /Paged 1/)
  })
})

describe('requests of any path', () => {
  test('an answer is read as its bytes, and a refusal is an error with a code', async () => {
    const { data } = await parley.events.listEvents({ limit: 1 })
    const path = `/api/v1/events/${data[0]!.id}`
    const body = await parley.request({ method: 'GET', path }, {}, (answer) => answer.text())
    assert.deepEqual(JSON.parse(body), data[0])
    const request = { method: 'POST', path: '/api/v1/contacts', body: { phone_e164: 'none' } }
    const err = await catchError(parley.request(request), ParleyError)
    assert.deepEqual([err.status, err.code], [422, 'invalid_phone'])
  })

  test('the core calls without a key, and a duration without a limit is none', async () => {
    const seen: (string | null)[] = []
    const fetch: typeof globalThis.fetch = (url, init) => {
      seen.push(new Headers(init?.headers).get('authorization'))
      return globalThis.fetch(url, init)
    }
    const options = { timeoutMs: Infinity, deadlineMs: Infinity }
    const call = core.send({ baseUrl, fetch }, { method: 'GET', path: '/api/v1/contacts' }, options)
    const err = await catchError(call, ParleyError)
    assert.equal(err.status, 401)
    assert.deepEqual(seen, [null])
  })
})

test('the stream of events continues after the last one when the connection is cut', async () => {
  const proxy = await startTcpProxy(new URL(`http://127.0.0.1:${env['PORT']}`))
  after(() => proxy.close())
  const { events } = new Parley({ apiKey, baseUrl: proxy.url })
  const ending = new AbortController()
  const { next_cursor } = await lastPage()
  const create = (name: string) =>
    parley.contacts.createContact({ name: `Streamed ${name}`, phone_e164: testPhone() })
  const names: unknown[] = []
  await create('1')
  const params = { after: next_cursor, types: 'contact.created' }
  const states: string[] = []
  const options = {
    signal: ending.signal,
    onState: ({ state }: client.StreamState) => void states.push(state),
  }
  for await (const { event, cursor, body } of events.streamEvents(params, options)) {
    assert.ok(cursor)
    assert.deepEqual(JSON.parse(body), event)
    if (event.type === 'contact.created') names.push(event.data.name)
    if (names.length === 1) {
      await proxy.cut()
      await create('2')
      await create('3')
      proxy.restore()
    }
    if (names.length === 3) ending.abort()
  }
  assert.deepEqual(names, ['Streamed 1', 'Streamed 2', 'Streamed 3'])
  assert.deepEqual(
    [states[0], states[1], states.at(-1)],
    ['connected', 'disconnected', 'connected'],
  )

  async function lastPage() {
    let last
    for await (const page of parley.events.listEvents({ limit: 100 }).pages()) last = page
    return last!
  }
})

test('the event of an endpoint with thin payloads has its own type', async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const endpoint = await parley.webhooks.createWebhook({
    url: `${receiver.url}/hook`,
    events: ['contact.created'],
    payload: 'thin',
  })
  const { id } = await parley.contacts.createContact({ name: 'Thin', phone_e164: testPhone() })
  const [delivery] = await receiver.waitFor(1)
  const header = delivery!.headers['x-service-signature'] as string
  const event = await webhooks.verify(delivery!.body, header, endpoint.secret, { payload: 'thin' })
  assert.equal(event.type, 'contact.created')
  const { path } = event.data
  assert.deepEqual(event.data, { id, path: `/api/v1/contacts/${id}` })
  assert.ok(path)
})

test('a delivered webhook is verified, and refused with another byte, secret or time', async () => {
  const receiver = await startReceiver()
  after(() => receiver.close())
  const body = { url: `${receiver.url}/hook`, events: ['contact.created'] }
  const { body: endpoint } = await admin('POST /api/developer/webhooks', { body })
  const { id } = await parley.contacts.createContact({ name: 'Hook', phone_e164: testPhone() })
  const [delivery] = await receiver.waitFor(1)
  const header = delivery!.headers['x-service-signature'] as string
  const secret = endpoint.secret as string
  const event = await webhooks.verify(delivery!.body, header, secret)
  assert.ok(event.type === 'contact.created')
  assert.deepEqual([event.data.id, event.data.name], [id, 'Hook'])
  assert.deepEqual(await webhooks.verify(delivery!.body.toString(), header, secret), event)
  const [time, signature] = header.split(',') as [string, string]
  const rotated = `${time},v1=${'0'.repeat(64)},${signature}`
  assert.deepEqual(await webhooks.verify(delivery!.body, rotated, secret), event)

  const changed = Buffer.from(delivery!.body)
  changed[changed.indexOf('Hook')]! ^= 1
  const old = new Date(Date.now() + 301_000)
  for (const refused of [
    () => webhooks.verify(changed, header, secret),
    () => webhooks.verify(delivery!.body, header, `whsec_${'A'.repeat(48)}`),
    () => webhooks.verify(delivery!.body, header, secret, { now: old }),
    () => webhooks.verify(delivery!.body, `t=9,${signature}`, secret),
    () => webhooks.verify(delivery!.body, time, secret),
    () => webhooks.verify(delivery!.body, `${time},v1=zz`, secret),
    () => webhooks.verify(delivery!.body, undefined, secret),
  ])
    await assert.rejects(refused, SignatureError)
  const later = { now: old, toleranceSeconds: 600 }
  assert.deepEqual(await webhooks.verify(delivery!.body, header, secret, later), event)
})

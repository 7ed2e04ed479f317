import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { startProduct } from '#test/acceptance/product.ts'
import { testPhone } from '#test/factories.ts'
import { startReceiver } from '#test/receiver.ts'
import { listOperations } from '../../../client/generator/description.ts'
import { readDescription } from '../../../client/generator/read-description.ts'
import { createContext } from './context.ts'
import { loadNode } from './load-nodes.ts'

const { Parley } = loadNode('dist/nodes/Parley/Parley.node.js')
const { OPERATIONS } = loadNode('dist/nodes/Parley/generated/operations.js')
const { ParleyTrigger } = loadNode('dist/nodes/ParleyTrigger/ParleyTrigger.node.js')
const { isSigned } = loadNode('dist/nodes/ParleyTrigger/verify-signature.js')
const { admin, api, env, key: apiKey } = await startProduct()
const baseUrl = `http://127.0.0.1:${env['PORT']}`
const node = new Parley()

type Given = Partial<Parameters<typeof createContext>[0]>

async function run(operation: string, values: Record<string, unknown>, given: Given = {}) {
  const parameters = [{ operation, ...values }]
  const made = createContext({ baseUrl: `${baseUrl}/`, apiKey, parameters, ...given })
  const [items] = await node.execute.call(made.context)
  return { items: items as any[], requests: made.requests }
}

async function createContact(name: string): Promise<any> {
  const additionalFields = { name, phone_e164: testPhone() }
  const { items } = await run('createContact', { additionalFields })
  return items[0].json
}

test('credentials are tested by a request that any valid key can send', async () => {
  const { ParleyApi } = loadNode('dist/credentials/ParleyApi.credentials.js')
  const { request } = new ParleyApi().test
  assert.equal(request.qs, undefined)
  const ask = (key: string) =>
    fetch(`${baseUrl}${request.url}`, { headers: { authorization: `Bearer ${key}` } })
  assert.equal((await ask(apiKey)).status, 200)
  assert.equal((await ask('sk_live_wrong')).status, 401)
})

describe('the action', () => {
  test('has an operation for each one of the API, except the stream', () => {
    const ids = listOperations(readDescription()).filter(({ result }) => result !== 'stream')
    const [resource, ...properties] = node.description.properties
    assert.equal(resource.name, 'resource')
    const choices = properties
      .filter(({ name }: { name: string }) => name === 'operation')
      .flatMap(({ options }: { options: { value: string }[] }) => options.map(({ value }) => value))
    assert.deepEqual(choices.toSorted(), ids.map(({ id }) => id).toSorted())
    assert.deepEqual(Object.keys(OPERATIONS).toSorted(), choices.toSorted())
  })

  test('creates a contact and a ticket for it, and changes the ticket', async () => {
    const contact = await createContact('Meera')
    const created = await run('createTicket', {
      person_id: contact.id,
      title: 'Wrong size',
      additionalFields: { priority: 'high', due_at: '2027-01-15T12:00:00Z' },
    })
    const [{ json: ticket, pairedItem }] = created.items
    assert.deepEqual([ticket.person_id, ticket.priority, pairedItem.item], [contact.id, 'high', 0])
    const cleared = { status: 'solved', due_at: '' }
    const { items } = await run('updateTicket', { id: ticket.id, additionalFields: cleared })
    assert.deepEqual([items[0].json.status, items[0].json.due_at], ['solved', null])
  })

  test('returns every item of all pages, or as many as the limit', async () => {
    for (const number of [1, 2, 3]) await createContact(`Listed ${number}`)
    const filters = { q: 'Listed' }
    const limited = await run('listContacts', { filters, returnAll: false, limit: 2 })
    assert.equal(limited.items.length, 2)
    const all = await run('listContacts', { filters, returnAll: true })
    assert.equal(all.items.length, 3)
    assert.deepEqual(all.items.map(({ json }) => json.name).toSorted(), [
      'Listed 1',
      'Listed 2',
      'Listed 3',
    ])
    const events = await run('listEvents', { filters: {}, returnAll: true })
    assert.ok(events.items.length > 3)
  })

  test('a repeated item creates nothing twice, and another item has a key of its own', async () => {
    const phone_e164 = testPhone()
    const values = { additionalFields: { name: 'Once', phone_e164 } }
    const given = { executionId: '7' }
    await assert.rejects(run('createContact', values, { ...given, loseAnswers: 1 }), /reset/)
    const { items, requests } = await run('createContact', values, given)
    assert.equal(items[0].json.matched_by, null, 'the answer is that of the first request')
    const other = await run('createContact', values, { executionId: '8' })
    assert.equal(other.items[0].json.matched_by, 'phone')
    const keys = [requests[0]!, other.requests[0]!].map(({ headers }) =>
      headers.get('idempotency-key'),
    )
    assert.ok(keys[0] && keys[1] && keys[0] !== keys[1])
    const named = { ...values.additionalFields, idempotencyKey: 'order-1' }
    const sent = await run('createContact', { additionalFields: named })
    assert.equal(sent.requests[0]!.headers.get('idempotency-key'), 'order-1')
  })

  test('an error has the detail as its message and the code in its description', async () => {
    const values = { additionalFields: { phone_e164: 'no number' } }
    const err: any = await run('createContact', values).catch((thrown: unknown) => thrown)
    assert.equal(err.httpCode, '422')
    assert.match(err.description, /Code: (invalid_phone|validation_failed) · Request: /)
    assert.equal(err.itemIndex, 0)
    const { items } = await run('createContact', values, { continueOnFail: true })
    assert.equal(items[0].json.error, err.message)
    assert.match(items[0].json.description, /Code: /)
  })

  test('text that is no JSON and an empty id are refused before a request', async () => {
    const contact = await createContact('Empty')
    const bad = { id: contact.id, additionalFields: { fields: '{' } }
    await assert.rejects(run('updateContact', bad), /"fields" is not valid JSON/)
    await assert.rejects(run('getContact', { id: ' ' }), /"id" is empty/)
    const { items } = await run('updateContact', {
      id: contact.id,
      additionalFields: { fields: '{"city": "Pune"}' },
    })
    assert.equal(items[0].json.fields.city, 'Pune')
  })

  test('a request refused by the rate limit waits for Retry-After', async () => {
    const body = { name: 'slow', scopes: ['contacts:read'], rate_limit: 1 }
    const created = await admin('POST /api/developer/api-keys', { body })
    let sent = 0
    for (let number = 0; number < 4; number++) {
      const listed = await run('listContacts', { limit: 1 }, { apiKey: created.body.secret })
      sent += listed.requests.length
    }
    assert.ok(sent > 4, 'no request was refused')
  })

  test('a file is uploaded, and a CSV file is downloaded', async () => {
    const binary = { bytes: Buffer.from('hello'), fileName: 'hello.txt', mimeType: 'text/plain' }
    const { items } = await run('uploadMedia', { binaryPropertyName: 'data' }, { binary })
    assert.equal(items[0].json.filename, 'hello.txt')
    await createContact('Exported')
    const exported = await run('exportContacts', { filters: { q: 'Exported' } })
    const { data, mimeType } = exported.items[0].binary.data
    assert.equal(mimeType, 'text/csv')
    assert.match(Buffer.from(data, 'base64').toString(), /Exported/)
    await assert.rejects(run('exportContacts', { filters: { has: 'nothing' } }), (err: any) =>
      err.description.includes('Code: validation_failed'),
    )
  })
})

describe('the trigger', () => {
  const trigger = new ParleyTrigger()
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default
  const count = async () => (await api('GET /api/v1/webhooks?limit=100')).body.data.length as number

  test('registers its webhook once, applies changes, and removes it', async () => {
    const receiver = await startReceiver()
    after(() => receiver.close())
    const parameters = { events: ['contact.created'], filters: { directions: [], tag_ids: '' } }
    const given = {
      baseUrl,
      apiKey,
      webhookUrl: `${receiver.url}/webhook/1`,
      parameters: [parameters],
    }
    const { context, stored } = createContext(given)
    const before = await count()
    assert.equal(await checkExists.call(context), false)
    assert.equal(await create.call(context), true)
    assert.equal(await checkExists.call(context), true)
    const { body: endpoint } = await api(`GET /api/v1/webhooks/${String(stored['endpointId'])}`)
    assert.deepEqual(endpoint.events, ['contact.created'])
    assert.equal(endpoint.description, 'n8n: Answers')
    assert.equal(endpoint.filters, null)

    const contact = await createContact('Hook')
    const [delivery] = await receiver.waitFor(1)
    const event = await deliver(stored, delivery!.body, delivery!.headers['x-service-signature'])
    assert.deepEqual(
      [event.status, event.item.type, event.item.data.id],
      [200, 'contact.created', contact.id],
    )

    parameters.events = ['message.received']
    Object.assign(parameters.filters, { directions: ['inbound'] })
    assert.equal(await checkExists.call(context), true)
    const { body: changed } = await api(`GET /api/v1/webhooks/${String(stored['endpointId'])}`)
    assert.deepEqual(changed.events, ['message.received'])
    assert.deepEqual(changed.filters.directions, ['inbound'])

    assert.equal(await remove.call(context), true)
    assert.deepEqual([stored, await count()], [{}, before])
    assert.equal(await remove.call(context), true)
  })

  test('an endpoint that a stopped n8n left is replaced, and one removed elsewhere is made again', async () => {
    const parameters = [{ events: ['message.received'], filters: {} }]
    const given = { baseUrl, apiKey, webhookUrl: 'http://127.0.0.1:4999/webhook/2', parameters }
    const before = await count()
    const first = createContext(given)
    await create.call(first.context)
    const second = createContext(given)
    assert.equal(await checkExists.call(second.context), false)
    await create.call(second.context)
    assert.equal(await count(), before + 1)
    await remove.call(first.context)
    const { endpointId } = second.stored
    const removed = await api(`DELETE /api/v1/webhooks/${String(endpointId)}`)
    assert.equal(removed.status, 204)
    assert.equal(await checkExists.call(second.context), false)
  })

  test('a key that can only write webhooks is enough', async () => {
    const body = { name: 'n8n', scopes: ['webhooks:write'] }
    const created = await admin('POST /api/developer/api-keys', { body })
    const parameters = [{ events: ['message.received'], filters: {} }]
    const webhookUrl = 'http://127.0.0.1:4999/webhook/3'
    const given = { baseUrl, apiKey: created.body.secret as string, webhookUrl, parameters }
    const { context } = createContext(given)
    await create.call(context)
    assert.equal(await checkExists.call(context), true)
    await remove.call(context)
  })

  test('a refused registration says why', async () => {
    const parameters = [{ events: ['no.such'], filters: {} }]
    const given = { baseUrl, apiKey, webhookUrl: 'http://127.0.0.1:4999/webhook/4', parameters }
    await assert.rejects(create.call(createContext(given).context), (err: any) =>
      err.description.includes('Code: validation_failed'),
    )
  })

  test('a webhook with another body, secret or time is refused', async () => {
    const secret = `whsec_${'a'.repeat(48)}`
    const body = Buffer.from('{"type":"message.received"}')
    const now = new Date()
    const time = String(Math.floor(now.getTime() / 1000))
    const sign = (value: string) =>
      createHmac('sha256', value).update(`${time}.`).update(body).digest('hex')
    const header = `t=${time},v1=${sign(secret)}`
    assert.equal(isSigned(body, header, secret, now), true)
    assert.equal(
      isSigned(body, `t=${time},v1=${'0'.repeat(64)},v1=${sign(secret)}`, secret, now),
      true,
    )
    const later = new Date(now.getTime() + 301_000)
    for (const [given, value, at] of [
      [header, 'whsec_other', now],
      [header, secret, later],
      [`t=${time}`, secret, now],
      [`v1=${sign(secret)}`, secret, now],
      [`t=${time},v1=zz`, secret, now],
      [undefined, secret, now],
    ] as const)
      assert.equal(isSigned(body, given, value, at), false)
    assert.equal(isSigned(Buffer.concat([body, Buffer.from(' ')]), header, secret, now), false)
    const stored = { endpointId: 'x', secret }
    assert.equal((await deliver(stored, body, header)).status, 200)
    assert.equal((await deliver(stored, body, undefined)).status, 401)
    assert.equal((await deliver({}, body, header)).status, 401)
  })

  async function deliver(stored: object, rawBody: Buffer, header: unknown) {
    let status = 200
    const response = { status: (code: number) => ((status = code), response), json: () => response }
    const result = await trigger.webhook.call({
      getWorkflowStaticData: () => stored,
      getRequestObject: () => ({ rawBody }),
      getHeaderData: () => ({ 'x-service-signature': header }),
      getResponseObject: () => response,
    })
    return { status, item: result.workflowData?.[0][0].json }
  }
})

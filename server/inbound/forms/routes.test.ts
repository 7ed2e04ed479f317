import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { attemptHeaders } from '#lib/outgoing/attempt-headers.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace, testPhone } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { createIngest } from '#ingest.ts'
import { createForm } from './create-form.ts'
import type { CreateFormInput } from './create-form.ts'

let skewMs = 0
const opened = await openTestContext()
let frozenAt: number | undefined
const clock = { now: () => new Date((frozenAt ?? Date.now()) + skewMs) }
const context = { ...opened.context, clock }
const app = createIngest(context)
const lane = createInboundLane(context)

async function setUp(input: Partial<CreateFormInput> = {}) {
  // Each test has its own minute for the limit by address.
  skewMs += 60_000
  const { scope, workspaceId } = await createTestWorkspace(context)
  const form = await createForm(scope, { name: 'Website', ...input })
  const post = (
    payload: string | Buffer,
    headers: Record<string, string> = {},
    token: string | null = form.token,
  ) =>
    app.inject({
      method: 'POST',
      url: token === null ? '/webhook/form' : `/webhook/form/${token}`,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const process = () =>
    lane.work({ workspaceId, targetId: workspaceId, leaseToken: '' }, new AbortController().signal)
  return { scope, form, post, process }
}

const leadsOf = (scope: Scope) =>
  scope.db
    .selectFrom('timeline_entries')
    .innerJoin('people', (join) =>
      join
        .onRef('people.workspace_id', '=', 'timeline_entries.workspace_id')
        .onRef('people.id', '=', 'timeline_entries.person_id'),
    )
    .select(['name', 'phone_e164', 'email', 'people.source', 'people.campaign', 'kind', 'data'])
    .where('timeline_entries.workspace_id', '=', scope.workspaceId)
    .orderBy('timeline_entries.id')
    .execute() as Promise<any[]>

const payloadsOf = (scope: Scope) =>
  scope.db
    .selectFrom('inbound_payloads')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute() as Promise<any[]>

const multipart = (parts: [head: string, body: string][]) => ({
  body: `${parts.map(([head, body]) => `--xBOUNDx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('')}--xBOUNDx--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=xBOUNDx' },
})
const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

test('JSON, urlencoded and multipart posts become the same lead', async () => {
  const { scope, form, post, process } = await setUp()
  const phone = testPhone()
  const values = { name: 'Noor', phone, message: 'नमस्ते & hi', utm_campaign: 'monsoon' }
  const asParts = multipart([
    ...Object.entries(values).map(([key, value]) => [`name="${key}"`, value] as [string, string]),
    ['name="cv"; filename="cv\u202E.pdf"\r\nContent-Type: application/pdf', '%PDF \u0000 bytes'],
  ])
  const answers = [
    await post(JSON.stringify(values)),
    await post(new URLSearchParams(values).toString(), urlencoded),
    await post(asParts.body, asParts.headers),
  ]
  for (const answer of answers) {
    assert.equal(answer.statusCode, 202, answer.body)
    assert.deepEqual(Object.keys(answer.json()), ['accepted', 'id'])
    assert.equal(answer.json().accepted, true)
  }
  assert.equal(await process(), null)
  const leads = await leadsOf(scope)
  assert.equal(leads.length, 3)
  for (const lead of leads) {
    assert.deepEqual(
      [lead.name, lead.phone_e164, lead.source, lead.campaign, lead.kind],
      ['Noor', phone, 'form', 'monsoon', 'lead'],
    )
    assert.deepEqual(lead.data.form, { id: form.id, name: 'Website' })
    assert.equal(lead.data.source, 'form')
    assert.equal(lead.data.campaign, 'monsoon')
    assert.equal(lead.data.message, 'नमस्ते & hi')
  }
  assert.deepEqual(leads[2].data.files, ['cv.pdf'])
  const events = await scope.db
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.equal(events.length, 0)
})

test('a person is matched by phone, then email, and keeps what it has', async () => {
  const { scope, post, process } = await setUp()
  const phone = testPhone()
  await post(JSON.stringify({ name: 'Ira', phone: phone.slice(3) }))
  await post(JSON.stringify({ name: 'Someone', phone, email: 'Ira@Example.com' }))
  await post(JSON.stringify({ name: 'Another', email: 'ira@example.COM' }))
  await process()
  const leads = await leadsOf(scope)
  assert.equal(leads.length, 3)
  for (const lead of leads)
    assert.deepEqual([lead.name, lead.phone_e164, lead.email], ['Ira', phone, 'Ira@Example.com'])
})

test('the token may stand in the path, in a header or in a field, and an unknown one is 404', async () => {
  const { form, post } = await setUp()
  const ok = (answer: { statusCode: number }) => assert.equal(answer.statusCode, 202)
  ok(await post('{"name":"a"}'))
  ok(await post('{"name":"b"}', { 'x-form-token': form.token }, null))
  ok(await post(JSON.stringify({ name: 'c', form_token: form.token }), {}, null))
  ok(await post(`name=d&form_token=${form.token}`, urlencoded, null))
  for (const answer of [
    await post('{"name":"a"}', {}, 'unknown'),
    await post('{"name":"a"}', { 'x-form-token': 'unknown' }, null),
    await post('{"name":"a","form_token":"unknown"}', {}, null),
    await post('{"name":"a"}', {}, null),
  ]) {
    assert.equal(answer.statusCode, 404)
    assert.equal(answer.json().code, 'form_not_found')
  }
})

test('the open form takes posts without a token, and there is one', async () => {
  const { scope, post, process } = await setUp({ is_open: true })
  assert.equal((await post('{"name":"a","email":"a@example.com"}', {}, null)).statusCode, 202)
  await process()
  assert.equal((await leadsOf(scope)).length, 1)
  await assert.rejects(createForm(scope, { name: 'Second', is_open: true }), {
    code: 'open_form_taken',
  })
  await scope.directory.deleteFrom('form_routes').where('is_open', '=', true).execute()
})

test('a repeat is one lead: by idempotency key, by the provider’s id, by content within a minute', async () => {
  const { scope, post, process } = await setUp()
  const key = { 'idempotency-key': 'k-1' }
  const pairs = [
    [await post('{"name":"a"}', key), await post('{"name":"a", "again":true}', key)],
    [
      await post(
        '{"eventId":"e1","data":{"fields":[{"key":"q","label":"Name","type":"INPUT_TEXT","value":"b"}]}}',
      ),
      await post('{"eventId":"e1","data":{"fields":[{"key":"q","type":"INPUT_TEXT"}]}}'),
    ],
    [await post('name=c', urlencoded), await post('name=c', urlencoded)],
  ]
  for (const [first, second] of pairs) {
    assert.equal(second!.statusCode, 202)
    assert.equal(second!.body, first!.body)
    assert.equal(second!.headers['idempotent-replayed'], 'true')
  }
  await process()
  assert.equal((await leadsOf(scope)).length, 3)
  skewMs += 61_000
  const later = await post('name=c', urlencoded)
  assert.notEqual(later.body, pairs[2]![0]!.body)
  await process()
  assert.equal((await leadsOf(scope)).length, 4)
})

test('twenty simultaneous posts with one key are one lead', async () => {
  const { scope, post, process } = await setUp()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('{"name":"a"}', { 'idempotency-key': 'same' })),
  )
  assert.equal(new Set(answers.map((answer) => answer.body)).size, 1)
  await Promise.all([process(), process()])
  assert.equal((await leadsOf(scope)).length, 1)
})

test('a browser is redirected to the form’s page, or sees a confirmation', async () => {
  const accept = { ...urlencoded, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const redirecting = await setUp({ redirect_url: 'https://shop.example/thanks' })
  const moved = await redirecting.post('name=a', accept)
  assert.equal(moved.statusCode, 303)
  assert.equal(moved.headers.location, 'https://shop.example/thanks')
  assert.equal((await redirecting.post('name=b', urlencoded)).statusCode, 202)
  const { post } = await setUp()
  const thanked = await post('name=a', accept)
  assert.match(String(thanked.headers['content-type']), /^text\/html/)
  assert.match(thanked.body, /Thank you/)
  await assert.rejects(setUp({ redirect_url: 'javascript:alert(1)' }), {
    code: 'validation_failed',
  })
})

test('browsers of any origin may post', async () => {
  const { form, post } = await setUp()
  for (const url of ['/webhook/form', `/webhook/form/${form.token}`]) {
    const preflight = await app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.statusCode, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.match(String(preflight.headers['access-control-allow-headers']), /x-form-token/)
  }
  assert.equal((await post('{"name":"a"}')).headers['access-control-allow-origin'], '*')
  assert.equal((await post('{', {}, 'unknown')).headers['access-control-allow-origin'], '*')
})

test('a signed form refuses what the provider did not sign and stores nothing', async () => {
  const secret = 'form-secret'
  const hmac = (body: string, encoding: 'base64' | 'hex') =>
    createHmac('sha256', secret).update(body).digest(encoding)
  const body = '{"name":"a"}'
  for (const [provider, header, value] of [
    ['typeform', 'typeform-signature', `sha256=${hmac(body, 'base64')}`],
    ['tally', 'tally-signature', hmac(body, 'base64')],
    ['generic', 'x-form-signature', `sha256=${hmac(body, 'hex')}`],
  ] as const) {
    const { scope, post } = await setUp({ provider, secret })
    for (const headers of [
      {},
      { [header]: '' },
      { [header]: `${value.slice(0, 20)}AAAA${value.slice(24)}` },
    ]) {
      const answer = await post(body, headers as Record<string, string>)
      assert.equal(answer.statusCode, 401)
      assert.equal(answer.json().code, 'invalid_signature')
    }
    assert.equal((await post(`${body} `, { [header]: value })).statusCode, 401)
    assert.equal((await payloadsOf(scope)).length, 0)
    assert.equal((await post(body, { [header]: value })).statusCode, 202, provider)
  }
})

test('a delivery of a webhook is refused, so that no lead makes the next', async () => {
  const { post, scope, form } = await setUp()
  const data = { id: newId(), name: 'Asha', phone_e164: testPhone() }
  const body = JSON.stringify({ type: 'contact.created', timestamp: new Date(), data })
  const headers = attemptHeaders(
    ['whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0'],
    {
      id: newId(),
      eventId: newId(),
      eventType: 'contact.created',
      number: 1,
      body: Buffer.from(body),
    },
    new Date(),
  )
  for (const token of [form.token, null]) {
    const answer = await post(body, headers, token)
    assert.equal(answer.statusCode, 409)
    assert.equal(answer.json().code, 'webhook_loop')
    assert.match(answer.json().detail, /different URL/)
  }
  assert.deepEqual(await payloadsOf(scope), [])
})

test('tests and empty posts are accepted, kept, and make no lead', async () => {
  const { scope, post, process } = await setUp()
  const answers = [
    await post('{}'),
    await post('', urlencoded),
    await app.inject({ method: 'POST', url: `/webhook/form/${(await setUp()).form.token}` }),
    await post('{"ping":"test"}'),
  ]
  for (const answer of answers) assert.equal(answer.statusCode, 202, answer.body)
  await process()
  assert.equal((await leadsOf(scope)).length, 0)
  for (const payload of await payloadsOf(scope)) {
    assert.equal(payload.status, 'processed')
    assert.equal(payload.outcome[0].reason, 'no_name_phone_or_email')
  }
})

test('a form with too many fields is a lead with the first ones, in every encoding', async () => {
  const names = Array.from({ length: 30_000 }, (_, i) => `f${i}`)
  const rest = names.slice(0, 2_000)
  const encodings: [string | Buffer, Record<string, string>][] = [
    [
      JSON.stringify({ email: 'a@b.example', ...Object.fromEntries(names.map((n) => [n, 'x'])) }),
      {},
    ],
    [
      `email=a%40b.example&${names.map((name) => `${name}=x`).join('&')}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
  ]
  const { body, headers } = multipart([
    ['name="email"', 'a@b.example'],
    ...rest.map((name): [string, string] => [`name="${name}"`, 'x']),
  ])
  encodings.push([body, headers])
  for (const [payload, given] of encodings) {
    const { scope, post, process } = await setUp()
    assert.equal((await post(payload, given)).statusCode, 202, JSON.stringify(given))
    await process()
    const [lead] = await leadsOf(scope)
    assert.equal(Object.keys(lead!.data.fields).length, 200)
    const [stored] = await payloadsOf(scope)
    assert.equal(stored!.outcome[0].reason, 'too_many_fields')
  }
})

test('submissions are limited by form, and by network, which all addresses of an IPv6 /64 are', async (t) => {
  const { form, post } = await setUp()
  const other = await setUp()
  frozenAt = Date.now()
  t.after(() => (frozenAt = undefined))
  const from = async (address: string, token = form.token, payload = '{}') =>
    (
      await app.inject({
        method: 'POST',
        url: `/webhook/form/${token}`,
        payload,
        headers: { 'content-type': 'application/json' },
        remoteAddress: address,
      })
    ).statusCode
  const network: number[] = []
  for (let count = 0; count < 101; count++)
    network.push(await from(`2001:db8:7:7::${count.toString(16)}`))
  assert.deepEqual([network.lastIndexOf(202), network.at(-1)], [99, 429])
  const ofForm: number[] = []
  for (let count = 0; count < 401; count++) ofForm.push(await from(`192.0.2.${count % 250}`))
  assert.deepEqual([ofForm.lastIndexOf(202), ofForm.at(-1)], [399, 429])
  assert.equal(await from('192.0.2.251', other.form.token), 202)
  assert.equal((await post('{}')).headers['retry-after'], '1')

  // The leads of lists count, too, and those of one network leave the form free for others.
  const lists: number[] = []
  for (let at = 0; at < 4; at++) {
    const leads = Array.from({ length: 200 }, (_, index) => ({
      email: `${at}.${index}@uma.example`,
    }))
    lists.push(await from('198.51.100.7', other.form.token, JSON.stringify(leads)))
  }
  assert.deepEqual(lists, [202, 202, 429, 429])
  assert.equal(await from('198.51.100.8', other.form.token), 202)
})

test('a body that is no form is refused with its reason', async () => {
  const { post } = await setUp()
  const codeOf = async (body: string, type: string) =>
    (await post(body, { 'content-type': type })).json().code
  assert.equal(await codeOf('{"name":', 'application/json'), 'malformed_json')
  assert.equal(await codeOf('[1]', 'application/json'), 'validation_failed')
  assert.equal(await codeOf('<a/>', 'application/xml'), 'unsupported_media_type')
  assert.equal(
    await codeOf('x'.repeat(512 * 1024 + 1), 'application/x-www-form-urlencoded'),
    'body_too_large',
  )
  const broken = multipart([['name="a"', 'b']])
  assert.equal((await post(broken.body.slice(0, -20), broken.headers)).statusCode, 400)
})

test('JSON with another content type is accepted', async () => {
  const { scope, post, process } = await setUp()
  for (const type of ['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'])
    assert.equal(
      (await post(`{"name":"${type.slice(0, 4)}"}`, { 'content-type': type })).statusCode,
      202,
    )
  await process()
  assert.deepEqual(
    (await leadsOf(scope)).map((lead) => lead.name),
    ['text', 'appl'],
  )
})

test('an address that posts too often is refused with Retry-After', async () => {
  const { post } = await setUp()
  const answers = await Promise.all(Array.from({ length: 130 }, () => post('{}', {}, 'unknown')))
  const limited = answers.find((answer) => answer.statusCode === 429)
  assert.ok(limited?.headers['retry-after'])
})

test('no body causes a server error', async () => {
  const { post, process } = await setUp()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data; boundary=b',
      ),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.json(),
        fc
          .jsonValue()
          .map((value) => JSON.stringify({ form_response: { answers: [value], hidden: value } })),
        fc
          .jsonValue()
          .map((value) =>
            JSON.stringify({ data: { fields: [value, { value, options: [value] }] } }),
          ),
      ),
      async (type, body) => {
        skewMs += 1000
        const { statusCode } = await post(body, { 'content-type': type })
        assert.ok(statusCode < 500, `${statusCode} for ${type} ${body}`)
      },
    ),
    { numRuns: 150 },
  )
  assert.equal(await process(), null)
})

import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FORM_PROVIDERS, FORM_SERVICES } from '#shared/forms.ts'
import type { FormProvider } from '#shared/forms.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { createIngest } from '#ingest.ts'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { createForm } from '../create-form.ts'
import { mapFields } from '../map-fields.ts'
import { parseSubmission } from '../parse-submission.ts'
import { readSubmission } from '../read-submission.ts'

/** A submission of a form service. A body that is a list holds the fields of an HTML form. */
type Fixture = {
  content_type: string
  headers?: Record<string, string>
  body: Record<string, unknown> | [string, string][]
  expected: { name: string; phone: string; email: string; message: string }
  submission_id?: string
}

const SECRET = 'form-secret'
const FOLDER = new URL('../fixtures/', import.meta.url)
const DAY_MS = 86_400_000
let skewMs = 0
const opened = await openTestContext()
const context = { ...opened.context, clock: { now: () => new Date(Date.now() + skewMs) } }
const app = createIngest(context)
const lane = createInboundLane(context)

const fileOf = (provider: FormProvider) => `${provider.replaceAll('_', '-')}.json`
const load = (provider: FormProvider): Fixture =>
  JSON.parse(readFileSync(new URL(fileOf(provider), FOLDER), 'utf8'))

/** Writes a fixture's body as its service sends it; `change` edits its text first. */
function encode({ body, content_type: type }: Fixture, change = (text: string) => text) {
  const edited = JSON.parse(change(JSON.stringify(body))) as Fixture['body']
  if (!Array.isArray(edited)) return { type, body: JSON.stringify(edited) }
  if (type !== 'multipart/form-data') return { type, body: new URLSearchParams(edited).toString() }
  const parts = edited.map(
    ([key, value]) =>
      `--corpus\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  return { type: `${type}; boundary=corpus`, body: `${parts.join('')}--corpus--\r\n` }
}

const hmac = (encoding: 'base64' | 'hex', ...parts: string[]) =>
  createHmac('sha256', SECRET).update(parts.join('')).digest(encoding)
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs as the services document it, independently of the code that verifies. */
const signers: Partial<
  Record<FormProvider, (body: string, url: string, at: number) => Record<string, string>>
> = {
  generic: (body) => ({ 'x-form-signature': `sha256=${hmac('hex', body)}` }),
  google: (body) => ({ 'x-form-signature': `sha256=${hmac('hex', body)}` }),
  typeform: (body) => ({ 'typeform-signature': `sha256=${hmac('base64', body)}` }),
  tally: (body) => ({ 'tally-signature': hmac('base64', body) }),
  opnform: (body) => ({ 'x-webhook-signature': `sha256=${hmac('hex', body)}` }),
  framer: (body) => ({
    'framer-signature': `sha256=${hmac('hex', body, load('framer').submission_id!)}`,
  }),
  webflow: (body, _url, at) => ({
    'x-webflow-timestamp': String(at),
    'x-webflow-signature': hmac('hex', `${at}:`, body),
  }),
  formspree: (body, _url, at) => {
    const seconds = String(Math.floor(at / 1000))
    return { 'formspree-signature': `t=${seconds},v1=${hmac('hex', `${seconds}.`, body)}` }
  },
  hubspot: (body, url, at) => ({
    'x-hubspot-request-timestamp': String(at),
    'x-hubspot-signature-v3': hmac('base64', `POST${url}${body}${at}`),
  }),
  netlify: (body) => {
    const sha256 = createHash('sha256').update(body).digest('hex')
    const signed = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ iss: 'netlify', sha256 })}`
    const signature = createHmac('sha256', SECRET).update(signed).digest('base64url')
    return { 'x-webhook-signature': `${signed}.${signature}` }
  },
}

async function openForm(provider: FormProvider, secret?: string) {
  // Each form has its own minute for the limit by address.
  skewMs += 60_000
  const { scope, workspaceId } = await createTestWorkspace(context)
  const form = await createForm(scope, { name: 'Shop', provider, ...(secret && { secret }) })
  const path = `/webhook/form/${form.token}`
  const url = `${context.config.ingestUrl}${path}`
  const post = async (
    { type, body }: { type: string; body: string },
    headers: Record<string, string> = {},
  ) =>
    app.inject({
      method: 'POST',
      url: path,
      payload: body,
      headers: { 'content-type': type, ...headers },
    })
  const process = () =>
    lane.work(
      { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
      new AbortController().signal,
    )
  const leads = () =>
    scope.db
      .selectFrom('timeline_entries')
      .innerJoin('people', (join) =>
        join
          .onRef('people.workspace_id', '=', 'timeline_entries.workspace_id')
          .onRef('people.id', '=', 'timeline_entries.person_id'),
      )
      .select(['name', 'phone_e164', 'email', 'data'])
      .where('timeline_entries.workspace_id', '=', workspaceId)
      .where('kind', '=', 'lead')
      .execute()
  return { post, process, leads, url }
}

test('every form service has a fixture, and every fixture a form service', () => {
  assert.deepEqual(readdirSync(FOLDER).toSorted(), FORM_PROVIDERS.map(fileOf).toSorted())
  for (const provider of FORM_PROVIDERS)
    assert.equal(
      FORM_SERVICES[provider].secret === 'signature',
      signers[provider] !== undefined,
      provider,
    )
})

for (const provider of FORM_PROVIDERS)
  test(`a submission of ${FORM_SERVICES[provider].name} becomes one lead, however often it is delivered`, async () => {
    const fixture = load(provider)
    const { expected } = fixture
    const { post, process, leads } = await openForm(provider)
    const first = await post(encode(fixture), fixture.headers)
    assert.equal(first.statusCode, 202, first.body)
    if (fixture.submission_id !== undefined) {
      skewMs += 40 * DAY_MS
      const again = await post(encode(fixture), fixture.headers)
      assert.equal(again.json().id, first.json().id, 'a redelivery 40 days later')
    }
    await process()
    const [lead, ...more] = await leads()
    assert.deepEqual(more, [])
    assert.deepEqual(
      [lead?.name, lead?.phone_e164, lead?.email],
      [expected.name, expected.phone, expected.email],
    )
    const data = lead!.data as { message: string; fields: Record<string, string> }
    assert.equal(data.message, expected.message)
    const stored = JSON.stringify(data.fields)
    for (const foreign of ['owner@shop.example', SECRET, 'Ask our shop', '203.0.113.9'])
      assert.ok(!stored.includes(foreign) || provider === 'netlify', `${foreign} in ${stored}`)
  })

test('another submission with equal answers is another lead', async () => {
  for (const provider of FORM_PROVIDERS) {
    const fixture = load(provider)
    const id = fixture.submission_id?.split('\n').at(-1)
    if (id === undefined || id === 'content') continue
    const other = id.replace(/.$/, (last) => (last === '7' ? '8' : '7'))
    const { post } = await openForm(provider)
    const first = await post(encode(fixture), fixture.headers)
    const second = await post(
      encode(fixture, (text) => text.replaceAll(id, other)),
      JSON.parse(JSON.stringify(fixture.headers ?? {}).replaceAll(id, other)),
    )
    assert.notEqual(second.json().id, first.json().id, provider)
  }
})

test('a shape that only one service writes is read in a form of any provider', () => {
  const own = ['framer', 'basin', 'gravity_forms', 'wpforms', 'formstack', 'microsoft_forms']
  for (const provider of FORM_PROVIDERS.filter((each) => !own.includes(each))) {
    const fixture = load(provider)
    if (fixture.content_type === 'multipart/form-data') continue
    const { type, body } = encode(fixture)
    const mapped = mapFields(readSubmission(parseSubmission(type, Buffer.from(body))).fields, 'IN')
    assert.deepEqual(
      [mapped.name, mapped.phoneE164, mapped.email],
      [fixture.expected.name, fixture.expected.phone, fixture.expected.email],
      provider,
    )
  }
})

for (const [provider, sign] of Object.entries(signers) as [
  FormProvider,
  NonNullable<(typeof signers)[FormProvider]>,
][])
  test(`${FORM_SERVICES[provider].name} is accepted with its signature only`, async () => {
    const fixture = load(provider)
    const { post, url } = await openForm(provider, SECRET)
    const sent = encode(fixture)
    const good = sign(sent.body, url, context.clock.now().getTime())
    const codeOf = async (
      headers: Record<string, string>,
      changed: { type: string; body: string } = sent,
    ) => (await post(changed, { ...fixture.headers, ...headers })).statusCode
    assert.equal(await codeOf({}), 401, 'unsigned')
    assert.equal(await codeOf(good, { ...sent, body: `${sent.body} ` }), 401, 'another body')
    for (const name of Object.keys(good)) {
      const flipped = good[name]!.replace(/[0-9a-zA-Z](?==*$)/, (last) =>
        last === '1' ? '2' : '1',
      )
      const isTime = name.includes('timestamp')
      assert.equal(
        await codeOf({
          ...good,
          [name]: isTime ? `${good[name]}1` : flipped.replace(/.{8}$/, 'AAAA1111'),
        }),
        401,
        `another ${name}`,
      )
    }
    assert.equal(await codeOf(good), 202)
    assert.equal(
      (await post(sent, { ...fixture.headers, ...good })).headers['idempotent-replayed'],
      'true',
      'a replay within the tolerance is no second submission',
    )
    if (!['webflow', 'formspree', 'hubspot'].includes(provider)) return
    skewMs += 6 * 60_000
    assert.equal(await codeOf(good), 401, 'replayed after five minutes')
  })

test('a service that sends its key in the payload is accepted with the right key only', async () => {
  for (const provider of FORM_PROVIDERS.filter((each) => FORM_SERVICES[each].secret === 'key')) {
    const fixture = load(provider)
    const { post } = await openForm(provider, SECRET)
    assert.equal((await post(encode(fixture))).statusCode, 202, provider)
    for (const wrong of ['', 'another-key', `${SECRET}x`]) {
      const answer = await post(encode(fixture, (text) => text.replaceAll(SECRET, wrong)))
      assert.equal(answer.statusCode, 401, `${provider} ${wrong}`)
    }
  }
})

test('a secret is refused for services that sign nothing and for unknown ones', async () => {
  const { scope } = await createTestWorkspace(context)
  const none = FORM_PROVIDERS.filter((each) => FORM_SERVICES[each].secret === 'none')
  for (const provider of [...none, 'somebody'])
    await assert.rejects(createForm(scope, { name: 'Shop', provider, secret: SECRET }), {
      code: 'validation_failed',
    })
  assert.equal(
    (await createForm(scope, { name: 'Shop', provider: 'somebody' })).provider,
    'somebody',
  )
})

test('the older signature of HubSpot is accepted, because workflows send it', async () => {
  const { post, url } = await openForm('hubspot', SECRET)
  const sent = encode(load('hubspot'))
  const signature = createHash('sha256').update(`${SECRET}POST${url}${sent.body}`).digest('hex')
  const headers = { 'x-hubspot-signature-version': 'v2', 'x-hubspot-signature': signature }
  assert.equal((await post(sent, headers)).statusCode, 202)
  const old = { ...headers, 'x-hubspot-signature-version': 'v1' }
  assert.equal((await post(sent, old)).statusCode, 401)
})

test('a lead that Google sends as a test is no lead', async () => {
  const { post, process, leads } = await openForm('google_ads')
  const fixture = load('google_ads')
  await post(encode(fixture, (text) => text.replace('{', '{"is_test":true,')))
  await process()
  assert.deepEqual(await leads(), [])
})

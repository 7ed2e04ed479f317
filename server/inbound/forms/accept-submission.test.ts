import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestContext } from '#test/context.ts'
import { createTestWorkspace, testPhone } from '#test/factories.ts'
import type { Scope } from '#db/context.ts'
import { createInboundLane } from '#inbound/ingest/create-inbound-lane.ts'
import { createIngest } from '#ingest.ts'
import { createForm } from './create-form.ts'

let skewMs = 0
const opened = await openTestContext()
const clock = { now: () => new Date(Date.now() + skewMs) }
const context = { ...opened.context, clock }
const app = createIngest(context)
const lane = createInboundLane(context)

async function setUp() {
  // Each test has its own minute for the limit by address.
  skewMs += 60_000
  const { scope, workspaceId } = await createTestWorkspace(context)
  const { token } = await createForm(scope, { name: 'Website' })
  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `/webhook/form/${token}`,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const process = () =>
    lane.work(
      { workspaceId, targetId: workspaceId, leaseToken: '', wakes: 0 },
      new AbortController().signal,
    )
  return { scope, post, process }
}

async function leadsOf(scope: Scope) {
  const rows = await scope.db
    .selectFrom('timeline_entries')
    .innerJoin('people', (join) =>
      join
        .onRef('people.workspace_id', '=', 'timeline_entries.workspace_id')
        .onRef('people.id', '=', 'timeline_entries.person_id'),
    )
    .select(['name', 'data'])
    .where('timeline_entries.workspace_id', '=', scope.workspaceId)
    .orderBy('timeline_entries.id')
    .execute()
  return rows.map(({ name, data }) => ({
    name,
    ...(data as { message: string | null; fields: Record<string, string> }),
  }))
}

async function payloadsOf(scope: Scope) {
  const rows = await scope.db
    .selectFrom('inbound_payloads')
    .select(['outcome', 'labels'])
    .where('workspace_id', '=', scope.workspaceId)
    .orderBy('id')
    .execute()
  return rows.map(({ outcome, labels }) => {
    const [item] = outcome as Record<string, unknown>[]
    return { ...item, needsAttention: labels.includes('attention:open') } as Record<string, unknown>
  })
}

const multipart = (parts: [head: string, body: string][]) => ({
  body: `${parts.map(([head, body]) => `--xBOUNDx\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`).join('')}--xBOUNDx--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=xBOUNDx' },
})
test('a multipart form is read in UTF-8 and in older encodings, with JSON as a part', async () => {
  const { scope, post, process } = await setUp()
  const name = 'Zoë Brontë'
  const parts: [string, string][] = [
    ['name="name"', name],
    ['name="email"', 'zoe@mail.example'],
    ['name="message"', `€${'é'.repeat(40_000)}`],
  ]
  const { body, headers } = multipart(parts)
  const json = multipart([
    ['name="lead"\r\nContent-Type: application/json', JSON.stringify({ name, phone: testPhone() })],
  ])
  assert.equal((await post(body, headers)).statusCode, 202)
  assert.equal((await post(Buffer.from(body.replace('€', ''), 'latin1'), headers)).statusCode, 202)
  assert.equal((await post(json.body, json.headers)).statusCode, 202)
  await process()
  const leads = await leadsOf(scope)
  assert.deepEqual(
    leads.map((lead) => lead.name),
    [name, name, name],
  )
  assert.match(leads[0]?.message ?? '', /^€é+$/)
  assert.match(leads[1]?.message ?? '', /^é+$/)
})

test('each lead of a list is one lead, in how many lists and how often it arrives', async () => {
  const { scope, post, process } = await setUp()
  const [ada, bo, cy] = ['ada', 'bo', 'cy'].map((name) => ({ name, email: `${name}@mail.example` }))
  const first = await post(JSON.stringify({ leads: [ada, bo, ada] }))
  assert.equal(first.statusCode, 202, first.body)
  assert.equal(first.headers['idempotent-replayed'], undefined)
  for (const laterMs of [0, 61_000, 60 * 60_000]) {
    skewMs += laterMs
    const again = await post(JSON.stringify({ leads: [ada, bo, ada] }))
    assert.equal(again.body, first.body)
    assert.equal(again.headers['idempotent-replayed'], 'true')
  }
  const more = await post(JSON.stringify({ leads: [bo, cy] }))
  assert.equal(more.headers['idempotent-replayed'], undefined)
  const key = { 'idempotency-key': 'list-1' }
  await post(
    JSON.stringify([
      { ...ada, name: 'dee' },
      { ...bo, name: 'eve' },
    ]),
    key,
  )
  const replayed = await post(
    JSON.stringify([
      { ...ada, name: 'fay' },
      { ...bo, name: 'gil' },
    ]),
    key,
  )
  assert.equal(replayed.headers['idempotent-replayed'], 'true')
  await process()
  const leads = await leadsOf(scope)
  assert.deepEqual(
    leads.map(({ fields }) => fields['name'] ?? fields['leads.name']),
    ['ada', 'bo', 'cy', 'dee', 'eve'],
  )
  assert.equal((await payloadsOf(scope)).length, 5)
})

test('spam and tests of the service are no leads, and the log says why', async () => {
  const { scope, post, process } = await setUp()
  const values = { name: 'Pim', email: 'pim@mail.example' }
  for (const body of [
    { ...values, is_spam: true, reason: 'honeypot' },
    { event: 'entry.flagged', reason: 'captcha_failed', data: values },
    { ...values, is_test: true },
    { ...values, status: 'new', message: 'Is this spam?' },
  ])
    assert.equal((await post(JSON.stringify(body))).statusCode, 202)
  await process()
  assert.equal((await leadsOf(scope)).length, 1)
  assert.deepEqual(
    (await payloadsOf(scope)).map((item) => [
      item['result'],
      item['reason'],
      item['reason_of_service'],
      item['needsAttention'],
    ]),
    [
      ['kept', 'marked_as_spam', 'honeypot', false],
      ['kept', 'marked_as_spam', 'captcha_failed', false],
      ['kept', 'test_of_the_service', undefined, false],
      ['recorded', undefined, undefined, false],
    ],
  )
})

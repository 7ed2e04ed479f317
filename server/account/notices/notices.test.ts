import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemScope } from '#db/context.ts'
import type { Context, Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { newId } from '#lib/ids.ts'
import { createMailer } from '#account/mail/create-mailer.ts'
import { createMailLane } from '#account/mail/create-mail-lane.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember, createTestWorkspace } from '#test/factories.ts'
import { startMailServer } from '#test/mail-server.ts'
import { signInTestMember } from '#test/session.ts'
import { listNotices } from './list-notices.ts'
import { writeNotice } from './write-notice.ts'
import { recordNotice } from './record-notice.ts'
import { testNotice } from '#test/notices.ts'
import type { Notice } from './schema.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

const disabled = (reason: 'gone' | 'failing' = 'failing'): Notice => ({
  kind: 'endpoint_disabled',
  data: {
    endpoint_id: newId(),
    url: 'https://hooks.example.com/in?token=secret',
    reason,
    failing_since: new Date('2026-11-17T13:05:00Z'),
    last_error: 'unexpected_status',
    last_response_status: 503,
  },
})
const recovered = (waiting: number): Notice => ({
  kind: 'endpoint_recovered',
  data: {
    endpoint_id: newId(),
    url: 'https://hooks.example.com/in',
    disabled_at: new Date('2026-11-20T13:05:00Z'),
    waiting,
  },
})
const record = (scope: Scope, notice: Notice) => testNotice(scope, notice)

test('every admin of the workspace is notified by mail, and nobody else', async () => {
  const server = await startMailServer()
  after(() => server.close())
  const from = { name: '', address: 'parley@acme.example' }
  const mine: Context = {
    ...context,
    config: { ...context.config, mail: { smtpUrl: server.url, from } },
  }
  const mailer = createMailer(mine)
  after(() => mailer.close())
  const { scope, workspaceId } = await createTestWorkspace(mine)
  const admins = [await createTestMember(scope, 'admin'), await createTestMember(scope, 'admin')]
  await createTestMember(scope, 'agent')
  await createTestMember((await createTestWorkspace(mine)).scope, 'admin')
  await record(scope, disabled())
  const lane = { workspaceId, targetId: workspaceId, leaseToken: newId(), wakes: 0 }
  await createMailLane(mine, { mailer }).work(lane, new AbortController().signal)
  assert.deepEqual(
    server.mails.map(({ to }) => to).toSorted(),
    admins.map(({ email }) => email).toSorted(),
  )
  assert.match(server.mails[0]!.raw, /^Subject: .*Webhook endpoint\s+disabled/m)
})

test('a notice of a rolled back transaction does not exist', async () => {
  const { scope } = await createTestWorkspace(context)
  await createTestMember(scope, 'admin')
  const undone = transaction(scope, async (tx) => {
    await recordNotice(tx, disabled(), { workspace: '', admins: [] })
    throw new Error('undone')
  })
  await assert.rejects(undone, /undone/)
  assert.deepEqual((await listNotices(scope, {})).data, [])
  const mails = await scope.db
    .selectFrom('mails')
    .select('id')
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.deepEqual(mails, [])
})

test('a mail says what happened, since when, what Parley does and what to do', () => {
  const about = { workspace: 'Acme', publicUrl: 'https://parley.acme.example', locale: null }
  const failing = writeNotice(disabled(), about)
  assert.equal(failing.subject, '[Acme] Webhook endpoint disabled: hooks.example.com')
  for (const part of [
    'every delivery to it has failed since 2026-11-17 13:05 UTC',
    'https://hooks.example.com/in\n',
    'it responded with 503',
    'What Parley does: No deliveries are lost',
    'What you can do: Make the endpoint respond with 2xx',
    '\nhttps://parley.acme.example',
  ])
    assert.ok(failing.text.includes(part), `${part}\n${failing.text}`)
  assert.ok(!failing.text.includes('secret'), 'a query may hold a secret')
  assert.match(writeNotice(disabled('gone'), about).text, /410 Gone/)
  assert.match(writeNotice(recovered(0), about).text, /No deliveries were pending/)
  assert.match(writeNotice(recovered(1), about).text, /1 pending delivery is sent/)
  assert.match(writeNotice(recovered(10_000), about).text, /10,000 or more pending deliveries/)
})

const channels = [{ id: newId(), name: 'Shop', account: '15550001' }]
const every: Notice[] = [
  disabled(),
  disabled('gone'),
  recovered(10_000),
  {
    kind: 'channel_stopped',
    data: {
      channel_id: newId(),
      name: 'Shop',
      account: '15550001',
      code: '190',
      message: 'Token expired.',
      advice: 'Set a new access token.',
    },
  },
  { kind: 'account_restricted', data: { channels, status: 'disabled', reason: 'SPAM' } },
  { kind: 'account_violation', data: { channels, violation: 'SPAM' } },
  { kind: 'quality_low', data: { channels, messaging_limit: 'TIER_1K' } },
  { kind: 'limit_lowered', data: { channels, from: 'TIER_10K', to: 'TIER_1K' } },
  {
    kind: 'domain_unproved',
    data: { domain: 'acme.example', record: 'parley=1', status: 'missing', lapses_at: new Date() },
  },
  { kind: 'visitors_limited', data: { channel_id: newId(), name: 'Shop', reason: 'storage_full' } },
  {
    kind: 'client_certificate_expires',
    data: {
      endpoint_id: newId(),
      url: 'https://hooks.example.com/in?token=secret',
      subject: 'CN=PARLEY',
      expires_at: new Date('2026-12-17T13:05:00Z'),
      is_expired: false,
    },
  },
]

test('each admin reads every notice in their own language, with the same facts', async () => {
  const { scope } = await createTestWorkspace(context)
  const [anita, bob] = [
    await createTestMember(scope, 'admin'),
    await createTestMember(scope, 'admin'),
  ]
  await context.directory
    .updateTable('users')
    .set({ locale: 'hi-IN' })
    .where('email', '=', anita.email)
    .execute()
  for (const notice of every) await record(scope, notice)
  const mails = await context.db
    .selectFrom('mails')
    .select(['recipient', 'subject'])
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const hindi = /[\u0900-\u097f]{3}/
  for (const { email, isHindi } of [
    { email: anita.email, isHindi: true },
    { email: bob.email, isHindi: false },
  ]) {
    const subjects = mails.filter(({ recipient }) => recipient === email)
    assert.equal(subjects.length, every.length)
    for (const { subject } of subjects) assert.equal(hindi.test(subject), isHindi, subject)
  }
  const facts = (text: string) => text.match(/[A-Z_0-9-]{4,}|https:[^\s]+|parley=1/g)?.toSorted()
  for (const notice of every) {
    const about = { workspace: 'Acme', publicUrl: 'https://parley.acme.example' }
    const english = writeNotice(notice, { ...about, locale: null }).text
    const { text } = writeNotice(notice, { ...about, locale: 'hi' })
    assert.match(text, /Parley क्या करता है: [^]+आप क्या कर सकते हैं: /)
    assert.deepEqual(facts(text), facts(english), notice.kind)
  }
})

test('admins read notices newest first, and dismiss one for all', async () => {
  const { workspaceId } = await createTestWorkspace(context)
  let now = Date.now()
  const scope = systemScope({ ...context, clock: { now: () => new Date(now) } }, workspaceId)
  const { headers, membershipId } = await signInTestMember(call, scope)
  const list = async (query = '') =>
    (await call(`GET /api/developer/notices${query}`, { headers })).body.data
  await record(scope, disabled())
  now += 1000
  await record(scope, recovered(3))
  const [second, first] = await list()
  assert.deepEqual([second.kind, first.kind], ['endpoint_recovered', 'endpoint_disabled'])
  assert.equal(first.data.reason, 'failing')
  assert.equal(first.data.failing_since, '2026-11-17T13:05:00.000Z')
  assert.equal(second.data.waiting, 3)

  const url = `POST /api/developer/notices/${first.id}/dismiss`
  const dismissed = await call(url, { headers })
  assert.equal(dismissed.status, 200)
  assert.equal(dismissed.body.dismissed_by, membershipId)
  const other = await signInTestMember(call, scope)
  const again = await call(url, { headers: other.headers })
  assert.deepEqual(again.body, dismissed.body, 'who did it first stays')
  const idsOf = (notices: { id: string }[]) => notices.map(({ id }) => id)
  assert.deepEqual(idsOf(await list('?dismissed=false')), [second.id])
  assert.deepEqual(idsOf(await list('?dismissed=true')), [first.id])
  const none = await call(`POST /api/developer/notices/${newId()}/dismiss`, { headers })
  assert.equal(none.body.code, 'notice_not_found')
})

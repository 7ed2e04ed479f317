import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { systemScope } from '#db/context.ts'
import { newId } from '#lib/ids.ts'
import { createReadSlots } from '#lib/pacing/read-slots.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestWorkspace } from '#test/factories.ts'
import { readMailsTo } from '#test/mails.ts'
import { writeMessages } from '#test/reports.ts'
import { REPORT_NAMES, SCHEDULE_PERIODS } from '#shared/reports.ts'
import { signInTestMember } from '#test/session.ts'
import { createReportsLane } from './create-reports-lane.ts'
import { sendDueReports } from './send-due-reports.ts'

const from = { name: 'Parley', address: 'parley@example.com' }
const opened = await openTestContext({ mail: { smtpUrl: 'smtp://127.0.0.1:1', from } })
let now = Date.parse('2026-03-10T06:00:00Z')
const context = { ...opened.context, clock: { now: () => new Date(now) } }
const { call } = await openTestApi(context)

const BODY = {
  report: 'messages',
  filters: {},
  period: 'yesterday',
  every: 'day',
  on_day: null,
  hour: 8,
  time_zone: 'Europe/Berlin',
}

/** Opens a workspace in which a supervisor schedules reports to an agent and to an admin; all saw two messages of yesterday. */
async function open() {
  now = Date.parse('2026-03-10T06:00:00Z')
  const { scope, workspaceId } = await createTestWorkspace(context)
  const [author, agent, admin] = [
    await signInTestMember(call, scope, 'supervisor'),
    await signInTestMember(call, scope, 'supervisor'),
    await signInTestMember(call, scope, 'admin'),
  ]
  const chat = await createTestChat(scope)
  await writeMessages(scope, chat, [
    ['2026-03-09T10:00:00Z', 'customer'],
    ['2026-03-09T10:05:00Z', { member: agent.membershipId }],
  ])
  const schedule = (body: object = {}, { headers } = author) =>
    call('POST /api/app/report-schedules', {
      headers,
      body: { ...BODY, recipient_ids: [agent.membershipId, admin.membershipId], ...body },
    })
  const change = (id: string, body: object, { headers } = author) =>
    call(`PATCH /api/app/report-schedules/${id}`, { headers, body })
  const remove = (id: string, { headers } = author) =>
    call(`DELETE /api/app/report-schedules/${id}`, { headers })
  const listed = async ({ headers } = author) =>
    (await call('GET /api/app/report-schedules', { headers })).body.data.map(
      ({ id }: { id: string }) => id,
    )
  const mailsTo = async ({ userId }: { userId: string }) => {
    const user = await scope.directory
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    return readMailsTo(context, user.email)
  }
  const system = systemScope(context, workspaceId)
  const send = () => sendDueReports(system)
  return { scope, author, agent, admin, chat, schedule, change, remove, listed, mailsTo, send }
}

test('a report is sent at its time, once, with its figures and its CSV', async () => {
  const { agent, admin, schedule, mailsTo, send } = await open()
  const made = await schedule()
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.next_at, '2026-03-10T07:00:00.000Z')
  assert.equal((await send())?.toISOString(), made.body.next_at)
  assert.deepEqual(await mailsTo(agent), [])
  now = Date.parse('2026-03-10T07:00:00Z')
  const lane = createReportsLane(context)
  assert.ok((await lane.findDue()).length > 0)
  // Two processes send it at the same time.
  const [next] = await Promise.all([send(), send()])
  assert.equal(next?.toISOString(), '2026-03-11T07:00:00.000Z')
  for (const member of [agent, admin]) {
    const [mail, ...others] = await mailsTo(member)
    assert.deepEqual(others, [])
    assert.equal(mail!.subject, 'Messages, Mar 9, 2026')
    assert.match(mail!.text, /Received: 1\nSent: 1\nFailed: 0/)
    assert.match(
      mail!.text,
      /\/reports\?report=messages&period=custom&from=2026-03-09&to=2026-03-09/,
    )
    assert.equal(mail!.attachment!.filename, 'messages-2026-03-09-2026-03-09.csv')
    assert.match(
      mail!.attachment!.content,
      /^\uFEFFstart,end,inbound.*\r\n2026-03-09T00:00:00\+01:00,[^,]*,1,1,0\r\n$/,
    )
  }
})

test('at whatever statement a worker ends, each recipient gets a report once', async () => {
  const { scope, agent, admin, schedule, mailsTo, send } = await open()
  await schedule()
  now = Date.parse('2026-03-10T07:00:00Z')
  let ends = 0
  for (let mails = 1; ; mails++) {
    let left = mails
    const ending: KyselyPlugin = {
      transformQuery({ node }) {
        if (--left === 0) throw new Error('ended')
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const system = { ...systemScope(context, scope.workspaceId), db: scope.db.withPlugin(ending) }
    const isEnded = await sendDueReports(system).then(
      () => false,
      () => true,
    )
    await send()
    for (const member of [agent, admin]) assert.equal((await mailsTo(member)).length, mails)
    if (!isEnded) break
    ends++
    now += 86_400_000
  }
  assert.ok(ends >= 4, `${ends} ended`)
})

test('times that passed while nothing ran become one mail', async () => {
  const { agent, schedule, mailsTo, send } = await open()
  await schedule({ every: 'week', on_day: 2, period: 'week' })
  now = Date.parse('2026-04-01T12:00:00Z')
  assert.equal((await send())?.toISOString(), '2026-04-07T06:00:00.000Z')
  const [mail, ...others] = await mailsTo(agent)
  assert.deepEqual(others, [])
  assert.match(mail!.subject, /Mar 3 – 9, 2026/)
})

test('each recipient gets what they see, in their language; who left, is disabled or may not read reports gets none', async () => {
  const { scope, author, agent, admin, schedule, mailsTo, send } = await open()
  await scope.directory
    .insertInto('roles')
    .values({
      workspace_id: scope.workspaceId,
      id: 'supervisor',
      visibility: 'own',
      sees_no_team: false,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute()
  await scope.directory
    .updateTable('users')
    .set({ locale: 'hi' })
    .where('id', '=', agent.userId)
    .execute()
  const [left, disabled, blind] = [
    await signInTestMember(call, scope, 'admin'),
    await signInTestMember(call, scope, 'admin'),
    await signInTestMember(call, scope, 'admin'),
  ]
  const recipient_ids = [author, agent, admin, left, disabled, blind].map(
    (each) => each.membershipId,
  )
  const made = await schedule({ recipient_ids })
  assert.equal(made.status, 201, made.text)
  const { directory } = scope
  await directory
    .updateTable('memberships')
    .set({ removed_at: new Date(now) })
    .where('id', '=', left.membershipId)
    .execute()
  await directory
    .updateTable('users')
    .set({ disabled_at: new Date(now) })
    .where('id', '=', disabled.userId)
    .execute()
  const id = newId()
  await directory
    .insertInto('roles')
    .values({
      workspace_id: scope.workspaceId,
      id,
      name: 'Blind',
      scopes: ['chats:read'],
      visibility: 'all',
      sees_no_team: true,
      created_at: new Date(now),
      updated_at: new Date(now),
    })
    .execute()
  await directory
    .updateTable('memberships')
    .set({ role: id })
    .where('id', '=', blind.membershipId)
    .execute()
  now = Date.parse('2026-03-10T07:00:00Z')
  await send()
  for (const member of [left, disabled, blind]) assert.deepEqual(await mailsTo(member), [])
  assert.match((await mailsTo(admin))[0]!.text, /Received: 1\nSent: 1/)
  // A supervisor of this workspace sees only what is theirs, and the conversation is nobody's.
  assert.match((await mailsTo(author))[0]!.text, /Received: 0\nSent: 0/)
  const [mail] = await mailsTo(agent)
  assert.match(mail!.text, /मिले: 0\nभेजे गए: 0/)
  assert.match(mail!.subject, /^संदेश, /)
})

test('a report is mailed at once to the member who asks, and to nobody else', async () => {
  const { author, agent, schedule, mailsTo } = await open()
  const made = await schedule({ report: 'work', filters: { by: 'member', hours: 'business' } })
  const path = `/api/app/report-schedules/${made.body.id}/send`
  const headers = { ...author.headers, 'idempotency-key': newId() }
  for (let times = 0; times < 2; times++)
    assert.equal((await call(`POST ${path}`, { headers })).status, 200)
  assert.equal((await mailsTo(author)).length, 1, 'a repetition sends nothing')
  assert.match((await mailsTo(author))[0]!.text, /: Replies 1 \(0 before\)/)
  assert.deepEqual(await mailsTo(agent), [])
})

test('authors and admins change and delete scheduled reports; recipients only see them', async () => {
  const { scope, author, agent, admin, schedule, change, remove, listed } = await open()
  const stranger = await signInTestMember(call, scope, 'supervisor')
  const { id } = (await schedule()).body
  assert.deepEqual(await listed(author), [id])
  assert.deepEqual(await listed(agent), [id])
  assert.deepEqual(await listed(admin), [id])
  assert.deepEqual(await listed(stranger), [])
  assert.equal((await change(id, { hour: 9 }, agent)).body.code, 'author_required')
  assert.equal((await remove(id, agent)).body.code, 'author_required')
  assert.equal((await change(id, { hour: 9 }, stranger)).body.code, 'report_schedule_not_found')
  assert.equal((await remove(id, stranger)).body.code, 'report_schedule_not_found')
  const changed = await change(id, { hour: 9 }, admin)
  assert.equal(changed.body.next_at, '2026-03-10T08:00:00.000Z')
  assert.equal((await change(id, { hour: 9 })).body.updated_at, changed.body.updated_at)
  assert.equal((await remove(id)).status, 204)
  assert.deepEqual(await listed(author), [])
  const actions = await scope.db
    .selectFrom('audit_entries')
    .select('action')
    .where('workspace_id', '=', scope.workspaceId)
    .where('target_id', '=', id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    actions.map(({ action }) => action.slice('report_schedule.'.length)),
    ['created', 'updated', 'deleted'],
  )
})

test('a schedule that could never be sent is refused', async () => {
  const { schedule, change } = await open()
  for (const [field, body] of [
    ['filters.endpoint_id', { filters: { endpoint_id: newId() } }],
    ['time_zone', { time_zone: 'Europe/Nowhere' }],
    ['on_day', { on_day: 3 }],
    ['on_day', { every: 'week' }],
    ['on_day', { every: 'week', on_day: 8 }],
    ['on_day', { every: 'month', on_day: null }],
  ] as const) {
    const { status, body: problem } = await schedule(body)
    assert.deepEqual([status, problem.errors?.[0]?.field], [422, field], JSON.stringify(body))
  }
  assert.equal((await schedule({ recipient_ids: [newId()] })).body.code, 'membership_not_found')
  const { id } = (await schedule()).body
  assert.equal((await change(id, { every: 'month' })).status, 422)
  assert.equal((await change(id, { recipient_ids: [newId()] })).body.code, 'membership_not_found')
})

test('a repeated request schedules a report once', async () => {
  const { author, agent, listed } = await open()
  const headers = { ...author.headers, 'idempotency-key': newId() }
  const body = { ...BODY, recipient_ids: [agent.membershipId] }
  const [first, second] = [
    await call('POST /api/app/report-schedules', { headers, body }),
    await call('POST /api/app/report-schedules', { headers, body }),
  ]
  assert.deepEqual(second.body, first.body)
  assert.deepEqual(await listed(author), [first.body.id])
})

test('a workspace has at most a hundred scheduled reports', async () => {
  const { scope, schedule } = await open()
  const { id } = (await schedule()).body
  await sql`
    insert into report_schedules
    select workspace_id, gen_random_uuid(), report, filters, period, every, on_day, hour, time_zone, recipient_ids, created_by,
      next_at, sent_at, created_at, updated_at
    from report_schedules, generate_series(1, 99)
    where workspace_id = ${scope.workspaceId} and id = ${id}`.execute(scope.db)
  assert.equal((await schedule()).body.code, 'too_many_report_schedules')
})

test('every report can be mailed, for every period', async () => {
  const { author, schedule, mailsTo } = await open()
  for (const report of REPORT_NAMES)
    for (const period of SCHEDULE_PERIODS) {
      const made = await schedule({ report, period })
      const sent = await call(`POST /api/app/report-schedules/${made.body.id}/send`, {
        headers: author.headers,
      })
      assert.equal(sent.status, 200, `${report} of ${period}: ${sent.text}`)
    }
  const mails = await mailsTo(author)
  assert.equal(mails.length, REPORT_NAMES.length * SCHEDULE_PERIODS.length)
  assert.equal(new Set(mails.map(({ subject }) => subject)).size, mails.length)
})

test('a report is not computed while too many reads of the workspace wait', async () => {
  const { scope, author, schedule } = await open()
  const { body } = await schedule()
  const readSlots = createReadSlots(10)
  const busy = await openTestApi({ ...context, readSlots })
  const ended = Promise.withResolvers<void>()
  const reads = Array.from({ length: 100 }, () =>
    readSlots
      .run({ workspaceId: scope.workspaceId, kind: 'report' }, () => ended.promise)
      .catch(() => undefined),
  )
  const { headers } = author
  const refused = await busy.call(`POST /api/app/report-schedules/${body.id}/send`, { headers })
  assert.deepEqual([refused.status, refused.body.code], [503, 'busy'])
  ended.resolve()
  await Promise.all(reads)
})

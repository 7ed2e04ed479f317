import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import type { Scope } from '#db/context.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember, createTestPerson } from '#test/factories.ts'
import { figuresOf, openReports, writeClose, writeMessages } from '#test/reports.ts'

const NOW = new Date('2026-03-31T12:00:00.000Z')
const { context } = await openTestContext()
const { call, open } = await openReports({ ...context, clock: { now: () => NOW } })

describe('the ticket report', () => {
  test('counts created and solved tickets, and open ones by age', async () => {
    const { scope, read, csv } = await open()
    const { membershipId: member } = await createTestMember(scope, 'agent')
    const person = await createTestPerson(scope)
    const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
    let number = 0
    const ticket = (
      createdAt: Date,
      more: {
        status?: 'open' | 'pending' | 'solved' | 'closed'
        solved_at?: Date
        due_at?: Date
        assignee_id?: string
      } = {},
    ) =>
      scope.db
        .insertInto('tickets')
        .values({
          workspace_id: scope.workspaceId,
          id: newId(createdAt),
          number: ++number,
          person_id: person.id,
          title: 'T',
          priority: 'medium',
          created_at: createdAt,
          updated_at: more.solved_at ?? createdAt,
          ...more,
        })
        .execute()
    await ticket(hoursAgo(1))
    await ticket(hoursAgo(23.9), { status: 'pending', due_at: hoursAgo(1), assignee_id: member })
    await ticket(hoursAgo(24), { due_at: hoursAgo(-1) })
    await ticket(hoursAgo(71.9))
    await ticket(hoursAgo(24 * 30), { due_at: hoursAgo(2) })
    await ticket(hoursAgo(24 * 400), { status: 'pending' })
    const solvedAt = new Date('2026-03-20T10:00:00Z')
    const before = (hours: number) => new Date(solvedAt.getTime() - hours * 3_600_000)
    await ticket(before(1), { status: 'solved', solved_at: solvedAt, assignee_id: member })
    await ticket(before(4), { status: 'closed', solved_at: solvedAt })
    await ticket(before(24 * 90), { status: 'solved', solved_at: solvedAt })
    const report = await read('tickets?from=2026-03-20&to=2026-03-21')
    assert.deepEqual(figuresOf(report.buckets), [
      {
        created: 2,
        solved: 3,
        solving_seconds: { p50: 14_400, p90: 7_776_000, mean: 2_598_000 },
      },
      { created: 0, solved: 0, solving_seconds: null },
    ])
    assert.deepEqual(report.open_now, { open: 4, pending: 2, overdue: 2 })
    assert.deepEqual(
      report.open_by_age.map((each: any) => Object.values(each)),
      [
        [0, 1, 1, 1, 1],
        [1, 3, 2, 0, 0],
        [3, 7, 0, 0, 0],
        [7, 14, 0, 0, 0],
        [14, 30, 0, 0, 0],
        [30, null, 1, 1, 1],
      ],
    )
    assert.deepEqual((await csv('tickets.csv?table=ages')).slice(0, 3), [
      'from_days,under_days,open,pending,overdue',
      '0,1,1,1,1',
      '1,3,2,0,0',
    ])
    assert.deepEqual(
      (await csv('tickets.csv?from=2026-03-20&to=2026-03-20'))[1],
      '2026-03-20T00:00:00+00:00,2026-03-21T00:00:00+00:00,2,3,14400,7776000,2598000',
    )
    const ofMember = await read(`tickets?from=2026-03-20&to=2026-03-20&member_id=${member}`)
    assert.deepEqual(ofMember.totals, {
      created: 1,
      solved: 1,
      solving_seconds: { p50: 3_600, p90: 3_600, mean: 3_600 },
    })
    assert.deepEqual(ofMember.open_now, { open: 0, pending: 1, overdue: 1 })
  })
})

describe('the lead report', () => {
  async function lead(scope: Scope, at: string, source: string, campaign: string | null = null) {
    const person = await createTestPerson(scope)
    await scope.db
      .insertInto('timeline_entries')
      .values({
        workspace_id: scope.workspaceId,
        id: newId(new Date(at)),
        person_id: person.id,
        kind: 'lead',
        data: JSON.stringify({ source, campaign }),
        occurred_at: new Date(at),
      })
      .execute()
  }

  test('counts by source and campaign', async () => {
    const { scope, read, csv } = await open()
    await lead(scope, '2026-03-20T00:00:00Z', 'form', 'दीवाली')
    await lead(scope, '2026-03-20T23:59:59Z', 'form', 'दीवाली')
    await lead(scope, '2026-03-21T00:00:00Z', 'form')
    await lead(scope, '2026-03-21T00:00:00Z', 'api', '=HYPERLINK("http://x")')
    await lead(scope, '2026-03-22T00:00:00Z', 'api')
    const report = await read('leads?from=2026-03-20&to=2026-03-21')
    assert.deepEqual(figuresOf(report.buckets), [
      { leads: 2, by_source: [{ source: 'form', leads: 2 }] },
      {
        leads: 2,
        by_source: [
          { source: 'api', leads: 1 },
          { source: 'form', leads: 1 },
        ],
      },
    ])
    assert.deepEqual(report.totals, {
      leads: 4,
      by_source: [
        { source: 'form', leads: 3 },
        { source: 'api', leads: 1 },
      ],
    })
    assert.deepEqual(report.by_campaign, [
      { source: 'form', campaign: 'दीवाली', leads: 2 },
      { source: 'api', campaign: '=HYPERLINK("http://x")', leads: 1 },
      { source: 'form', campaign: null, leads: 1 },
    ])
    assert.equal(report.is_whole, true)
    assert.deepEqual(await csv('leads.csv?from=2026-03-20&to=2026-03-21'), [
      'start,end,leads,leads_form,leads_api',
      '2026-03-20T00:00:00+00:00,2026-03-21T00:00:00+00:00,2,2,0',
      '2026-03-21T00:00:00+00:00,2026-03-22T00:00:00+00:00,2,1,1',
    ])
    assert.deepEqual(await csv('leads.csv?table=campaigns&from=2026-03-20&to=2026-03-21'), [
      'source,campaign,leads',
      'form,दीवाली,2',
      `api,"'=HYPERLINK(""http://x"")",1`,
      'form,,1',
    ])
  })

  test('lists eight sources in its buckets and all of them in its totals', async () => {
    const { scope, read } = await open()
    for (let index = 0; index < 10; index++)
      for (let times = 0; times <= index; times++)
        await lead(scope, '2026-03-20T10:00:00Z', `source ${index}`)
    const report = await read('leads?from=2026-03-20&to=2026-03-20')
    assert.equal(report.totals.by_source.length, 10)
    assert.equal(report.buckets[0].leads, 55)
    assert.equal(report.buckets[0].by_source.length, 8)
    assert.deepEqual(report.buckets[0].by_source[0], { source: 'source 9', leads: 10 })
  })
})

describe('the delivery report', () => {
  test('returns the success rate and latency of real deliveries', async () => {
    const { scope, read, csv } = await open()
    const endpointId = newId()
    let position = 0
    const delivery = (
      at: string,
      status: 'pending' | 'succeeded' | 'failed' | 'cancelled',
      more: { took?: number; endpointId?: string; isTest?: boolean } = {},
    ) =>
      scope.db
        .insertInto('webhook_deliveries')
        .values({
          workspace_id: scope.workspaceId,
          id: newId(new Date(at)),
          endpoint_id: more.endpointId ?? endpointId,
          event_id: newId(),
          event_type: 'message.sent',
          position: ++position,
          status,
          test_body: more.isTest ? '{}' : null,
          created_at: new Date(at),
          completed_at: status === 'pending' ? null : new Date(Date.parse(at) + (more.took ?? 5)),
        })
        .execute()
    for (let index = 1; index <= 19; index++)
      await delivery('2026-03-20T10:00:00Z', 'succeeded', { took: index * 10 })
    await delivery('2026-03-20T11:00:00Z', 'succeeded', { took: 65_000 })
    await delivery('2026-03-20T12:00:00Z', 'failed', { took: 100_000_000 })
    await delivery('2026-03-20T12:00:00Z', 'pending')
    await delivery('2026-03-20T12:00:00Z', 'cancelled')
    await delivery('2026-03-20T12:00:00Z', 'succeeded', { isTest: true, took: 1 })
    await delivery('2026-03-19T23:59:59.999Z', 'failed')
    await delivery('2026-03-21T00:00:00.000Z', 'succeeded', { endpointId: newId() })
    const report = await read('deliveries?from=2026-03-20&to=2026-03-21')
    assert.deepEqual(figuresOf(report.buckets), [
      {
        succeeded: 20,
        failed: 1,
        pending: 1,
        cancelled: 1,
        success_rate: 0.9524,
        latency_ms: { p50: 100, p95: 190 },
      },
      {
        succeeded: 1,
        failed: 0,
        pending: 0,
        cancelled: 0,
        success_rate: 1,
        latency_ms: { p50: 5, p95: 5 },
      },
    ])
    assert.equal(report.totals.succeeded, 21)
    assert.equal(report.kept_since, '2026-03-01T12:00:00.000Z')
    const ofEndpoint = await read(
      `deliveries?from=2026-03-20&to=2026-03-21&endpoint_id=${endpointId}`,
    )
    assert.equal(ofEndpoint.totals.succeeded, 20)
    assert.deepEqual(ofEndpoint.buckets[1].latency_ms, null)
    assert.equal(
      (await csv('deliveries.csv?from=2026-03-20&to=2026-03-20'))[1],
      '2026-03-20T00:00:00+00:00,2026-03-21T00:00:00+00:00,20,1,1,1,0.9524,100,190',
    )
  })
})

describe('a report', () => {
  const reports = ['messages', 'responses', 'tickets', 'leads', 'deliveries']

  test('covers the last thirty days by default', async () => {
    const { read } = await open()
    for (const name of reports) {
      const report = await read(name)
      assert.deepEqual(
        [report.from, report.to, report.time_zone, report.bucket],
        ['2026-03-01T12:00:00.000Z', '2026-03-31T12:00:00.000Z', 'UTC', 'day'],
      )
      assert.equal(report.buckets.length, 31)
    }
  })

  test('rejects an invalid period, and names the field', async () => {
    const { key } = await open()
    for (const [query, field] of [
      ['from=2026-03-31&to=2026-03-30', 'to'],
      ['from=2026-03-31T13:00:00Z', 'to'],
      ['from=2026-02-30', 'from'],
      ['from=yesterday', 'from'],
      ['to=2026-03-30T10:00', 'to'],
      ['time_zone=Mars/Olympus', 'time_zone'],
      ['time_zone=', 'time_zone'],
      ['bucket=century', 'bucket'],
      ['from=2016-01-01', 'bucket'],
      ['from=2026-01-01&bucket=hour', 'bucket'],
      ['channel=x', 'channel'],
    ])
      for (const name of reports)
        for (const end of ['', '.csv']) {
          const answer = await call(`GET /api/v1/reports/${name}${end}?${query}`, { key })
          assert.equal(answer.status, 422, `${name} ${query} ${answer.text}`)
          assert.ok(
            answer.body.errors.some((each: { field: string }) => each.field === field),
            `${query} ${answer.text}`,
          )
        }
  })

  test('contains nothing of another workspace', async () => {
    const [theirs, mine] = [await open(), await open()]
    const { membershipId } = await createTestMember(theirs.scope, 'agent')
    const chat = await createTestChat(theirs.scope)
    await writeMessages(theirs.scope, chat, [
      ['2026-03-30T10:00:00Z', 'customer'],
      ['2026-03-30T10:00:10Z', { member: membershipId }],
    ])
    await writeClose(
      theirs.scope,
      chat,
      '2026-03-30T11:00:00Z',
      '2026-03-30T10:00:00Z',
      membershipId,
    )
    for (const filter of ['', `member_id=${membershipId}`, `channel_id=${chat.channelId}`]) {
      const { totals } = await mine.read(`messages?${filter}`)
      assert.deepEqual(totals, { inbound: 0, outbound: 0, failed: 0 })
      const responses = (await mine.read(`responses?${filter}`)).totals
      assert.deepEqual([responses.started, responses.closed], [0, 0])
    }
    assert.equal((await theirs.read('responses')).totals.closed, 1)
  })
})

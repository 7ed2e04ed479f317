import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChannel, createTestChat, createTestMember } from '#test/factories.ts'
import { figuresOf, openReports, writeClose, writeMessages } from '#test/reports.ts'

const NOW = new Date('2026-03-31T12:00:00.000Z')
const { context } = await openTestContext()
const { open } = await openReports({ ...context, clock: { now: () => NOW } })

describe('the message report', () => {
  test('counts by the days of the time zone, across a change of the clocks', async () => {
    const { scope, read, csv } = await open()
    const chat = await createTestChat(scope)
    await writeMessages(scope, chat, [
      ['2026-03-27T22:59:59.999Z', 'customer'], // the day before, in Berlin
      ['2026-03-27T23:00:00.000Z', 'customer'], // the first moment of the 28th
      ['2026-03-28T22:59:59.999Z', 'key'],
      ['2026-03-28T23:00:00.000Z', 'key'], // the 29th, which has 23 hours
      ['2026-03-29T21:59:59.999Z', { member: newId(), failed: true }],
      ['2026-03-29T22:00:00.000Z', 'customer'], // the 30th
      ['2026-03-30T21:59:59.999Z', 'system'],
      ['2026-03-30T22:00:00.000Z', 'customer'], // the day after
    ])
    const query = 'from=2026-03-28&to=2026-03-30&time_zone=Europe/Berlin'
    assert.deepEqual(await read(`messages?${query}`), {
      from: '2026-03-27T23:00:00.000Z',
      to: '2026-03-30T22:00:00.000Z',
      time_zone: 'Europe/Berlin',
      bucket: 'day',
      buckets: [
        {
          start: '2026-03-27T23:00:00.000Z',
          end: '2026-03-28T23:00:00.000Z',
          inbound: 1,
          outbound: 1,
          failed: 0,
        },
        {
          start: '2026-03-28T23:00:00.000Z',
          end: '2026-03-29T22:00:00.000Z',
          inbound: 0,
          outbound: 2,
          failed: 1,
        },
        {
          start: '2026-03-29T22:00:00.000Z',
          end: '2026-03-30T22:00:00.000Z',
          inbound: 1,
          outbound: 1,
          failed: 0,
        },
      ],
      totals: { inbound: 2, outbound: 4, failed: 1 },
    })
    assert.deepEqual(await csv(`messages.csv?${query}`), [
      'start,end,inbound,outbound,failed',
      '2026-03-28T00:00:00+01:00,2026-03-29T00:00:00+01:00,1,1,0',
      '2026-03-29T00:00:00+01:00,2026-03-30T00:00:00+02:00,0,2,1',
      '2026-03-30T00:00:00+02:00,2026-03-31T00:00:00+02:00,1,1,0',
    ])
  })

  test('counts by hours that start at half past UTC, and cuts the first and the last', async () => {
    const { scope, read } = await open()
    await writeMessages(scope, await createTestChat(scope), [
      ['2026-03-10T00:09:59.999Z', 'customer'],
      ['2026-03-10T00:10:00.000Z', 'customer'],
      ['2026-03-10T00:29:59.999Z', 'customer'],
      ['2026-03-10T00:30:00.000Z', 'customer'],
      ['2026-03-10T01:30:00.000Z', 'customer'],
      ['2026-03-10T01:45:00.000Z', 'customer'],
    ])
    const { buckets } = await read(
      'messages?from=2026-03-10T00:10:00Z&to=2026-03-10T07:15:00%2B05:30&time_zone=Asia/Kolkata&bucket=hour',
    )
    assert.deepEqual(
      buckets.map((each: any) => [each.start.slice(11, 16), each.end.slice(11, 16), each.inbound]),
      [
        ['00:10', '00:30', 2],
        ['00:30', '01:30', 1],
        ['01:30', '01:45', 1],
      ],
    )
  })

  test('counts a message at its own time, however late it arrived', async () => {
    const { scope, read } = await open()
    const chat = await createTestChat(scope)
    await scope.db
      .insertInto('messages')
      .values({
        workspace_id: scope.workspaceId,
        id: newId(new Date('2026-03-30T00:00:00Z')),
        chat_id: chat.id,
        person_id: chat.personId,
        channel_id: chat.channelId,
        direction: 'inbound',
        type: 'text',
        status: 'received',
        author_type: 'person',
        origin: 'history',
        created_at: new Date('2026-01-15T00:00:00Z'),
      })
      .execute()
    const { totals } = await read('messages?from=2026-01-01&to=2026-01-31')
    assert.equal(totals.inbound, 1)
    assert.equal((await read('messages?from=2026-03-01&to=2026-03-31')).totals.inbound, 0)
  })

  test('can be limited to one channel, or one member and the conversations assigned to them', async () => {
    const { scope, read } = await open()
    const { membershipId: member } = await createTestMember(scope, 'agent')
    const channel = await createTestChannel(scope)
    const [a, b] = [
      await createTestChat(scope, { channelId: channel.id }),
      await createTestChat(scope),
    ]
    await scope.db
      .updateTable('chats')
      .set({ assignee_id: member })
      .where('workspace_id', '=', scope.workspaceId)
      .where('id', '=', a.id)
      .execute()
    await writeMessages(scope, a, [
      ['2026-03-30T10:00:00Z', 'customer'],
      ['2026-03-30T10:01:00Z', 'customer'],
      ['2026-03-30T10:02:00Z', 'key'],
    ])
    await writeMessages(scope, b, [
      ['2026-03-30T10:00:00Z', 'customer'],
      ['2026-03-30T10:02:00Z', { member }],
    ])
    const totals = async (filter: string) => (await read(`messages?${filter}`)).totals
    assert.deepEqual(await totals(''), { inbound: 3, outbound: 2, failed: 0 })
    assert.deepEqual(await totals(`channel_id=${channel.id}`), {
      inbound: 2,
      outbound: 1,
      failed: 0,
    })
    assert.deepEqual(await totals(`member_id=${member}`), { inbound: 2, outbound: 1, failed: 0 })
  })
})

describe('the response report', () => {
  test('measures from the customer’s message to the first response, and from opening to close', async () => {
    const { scope, read, csv } = await open()
    const { membershipId: member } = await createTestMember(scope, 'agent')
    const chat = () => createTestChat(scope)
    const [answered, again, unanswered] = [await chat(), await chat(), await chat()]
    const [givenUp, old, echoed] = [await chat(), await chat(), await chat()]
    // Answered after 90 s. Earlier messages, failed ones and those of the system are not responses, and later
    // ones are not the first.
    await writeMessages(scope, answered, [
      ['2026-03-02T09:00:00Z', 'key'],
      ['2026-03-02T10:00:00Z', 'customer'],
      ['2026-03-02T10:00:05Z', 'customer'],
      ['2026-03-02T10:00:10Z', 'system'],
      ['2026-03-02T10:00:20Z', { member, failed: true }],
      ['2026-03-02T10:01:30Z', { member }],
      ['2026-03-02T10:02:00Z', 'key'],
    ])
    await writeClose(scope, answered, '2026-03-02T11:00:00Z', '2026-03-02T09:00:00Z', member)
    // Two rounds: 10 s on one day; then, after a close, 300 s on the next day.
    await writeMessages(scope, again, [
      ['2026-03-02T12:00:00Z', 'customer'],
      ['2026-03-02T12:00:10Z', 'key'],
      ['2026-03-02T12:30:00Z', { member }],
      ['2026-03-03T08:00:00Z', 'customer'],
      ['2026-03-03T08:05:00Z', { member }],
    ])
    await writeClose(scope, again, '2026-03-02T13:00:00Z', '2026-03-02T12:00:00Z')
    await writeClose(scope, again, '2026-03-03T09:00:00Z', '2026-03-03T08:00:00Z', member)
    await writeMessages(scope, unanswered, [['2026-03-03T10:00:00Z', 'customer']])
    // Closed without a response. What is written after the close is not a response.
    await writeMessages(scope, givenUp, [
      ['2026-03-03T10:00:00Z', 'customer'],
      ['2026-03-03T12:00:00Z', { member }],
    ])
    await writeClose(scope, givenUp, '2026-03-03T11:00:00Z', '2026-03-03T10:00:00Z')
    // The customer’s message came before the period of the report, and later messages of the round do not
    // count.
    await writeMessages(scope, old, [
      ['2026-03-01T10:00:00Z', 'customer'],
      ['2026-03-02T10:00:00Z', 'customer'],
      ['2026-03-02T10:00:01Z', 'key'],
    ])
    // Answered on the phone.
    await writeMessages(scope, echoed, [
      ['2026-03-03T10:00:00Z', 'customer'],
      ['2026-03-03T10:00:50Z', { echo: true }],
    ])
    const query = 'from=2026-03-02&to=2026-03-03'
    const { buckets, totals } = await read(`responses?${query}`)
    assert.deepEqual(figuresOf(buckets), [
      {
        started: 2,
        answered: 2,
        waiting: 0,
        first_response_seconds: { p50: 10, p90: 90, mean: 50 },
        closed: 2,
        resolution_seconds: { p50: 3600, p90: 7200, mean: 5400 },
      },
      {
        started: 4,
        answered: 2,
        waiting: 1,
        first_response_seconds: { p50: 50, p90: 300, mean: 175 },
        closed: 2,
        resolution_seconds: { p50: 3600, p90: 3600, mean: 3600 },
      },
    ])
    assert.deepEqual(totals, {
      started: 6,
      answered: 4,
      waiting: 1,
      first_response_seconds: { p50: 50, p90: 300, mean: 113 },
      closed: 4,
      resolution_seconds: { p50: 3600, p90: 7200, mean: 4500 },
    })
    assert.deepEqual((await csv(`responses.csv?${query}`))[1]!.split(',').slice(2), [
      '2',
      '2',
      '0',
      '10',
      '90',
      '50',
      '2',
      '3600',
      '7200',
      '5400',
    ])
    const ofMember = (await read(`responses?${query}&member_id=${member}`)).totals
    assert.deepEqual(ofMember, {
      started: 2,
      answered: 2,
      waiting: 0,
      first_response_seconds: { p50: 90, p90: 300, mean: 195 },
      closed: 2,
      resolution_seconds: { p50: 3600, p90: 7200, mean: 5400 },
    })
    const ofChannel = await read(`responses?${query}&channel_id=${again.channelId}`)
    assert.equal(ofChannel.totals.started, 2)
    assert.equal(ofChannel.totals.closed, 2)
  })

  test('returns null if nothing was measured', async () => {
    const { read } = await open()
    const { totals, buckets } = await read('responses?from=2026-03-02&to=2026-03-02')
    assert.deepEqual(totals, {
      started: 0,
      answered: 0,
      waiting: 0,
      first_response_seconds: null,
      closed: 0,
      resolution_seconds: null,
    })
    assert.deepEqual(figuresOf(buckets), [totals])
  })

  test('returns the ninth of ten values as p90 and the fifth as p50', async () => {
    const { scope, read } = await open()
    for (let index = 1; index <= 10; index++)
      await writeMessages(scope, await createTestChat(scope), [
        ['2026-03-02T10:00:00Z', 'customer'],
        [new Date(Date.parse('2026-03-02T10:00:00Z') + index * 1000).toISOString(), 'key'],
      ])
    const { totals } = await read('responses?from=2026-03-02&to=2026-03-02')
    assert.deepEqual(totals.first_response_seconds, { p50: 5, p90: 9, mean: 6 })
  })
})

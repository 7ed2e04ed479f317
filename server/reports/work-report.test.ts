import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBusinessHours } from '#business-hours/create-business-hours.ts'
import { updateChat } from '#conversations/update-chat.ts'
import { createHours } from '#lib/hours/create-hours.ts'
import { newId } from '#lib/ids.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember } from '#test/factories.ts'
import { testHours, testWeek } from '#test/hours.ts'
import { createTeam } from '#teams/create-team.ts'
import { updateTeam } from '#teams/update-team.ts'
import { openReports, writeClose, writeMessages } from '#test/reports.ts'

const NOW = new Date('2026-03-31T12:00:00.000Z')
const { context } = await openTestContext()
const { open } = await openReports({ ...context, clock: { now: () => NOW } })
const WEEK = 'from=2026-03-23&to=2026-03-29'

/** Opens a workspace in which two members answered in two weeks, each on a channel of its own. */
async function openWork() {
  const opened = await open()
  const { scope } = opened
  const [asha, ravi] = [
    await createTestMember(scope, 'agent'),
    await createTestMember(scope, 'agent'),
  ]
  const chats = [await createTestChat(scope), await createTestChat(scope)] as const
  await writeMessages(scope, chats[0], [
    ['2026-03-17T10:00:00Z', 'customer'],
    ['2026-03-17T10:10:00Z', { member: asha.membershipId }],
    ['2026-03-24T10:00:00Z', 'customer'],
    ['2026-03-24T10:01:00Z', { member: asha.membershipId, failed: true }],
    ['2026-03-24T10:05:00Z', { member: asha.membershipId }],
    ['2026-03-24T10:06:00Z', { member: ravi.membershipId }],
  ])
  await writeClose(scope, chats[0], '2026-03-17T11:00:00Z', '2026-03-17T10:00:00Z')
  await writeClose(
    scope,
    chats[0],
    '2026-03-24T12:00:00Z',
    '2026-03-24T10:00:00Z',
    ravi.membershipId,
  )
  await writeMessages(scope, chats[1], [
    ['2026-03-25T10:00:00Z', 'customer'],
    ['2026-03-25T10:00:30Z', 'key'],
    ['2026-03-25T10:02:00Z', { member: ravi.membershipId }],
  ])
  return { ...opened, asha, ravi, chats }
}

const SOME = {
  replies: 0,
  conversations: 0,
  first_responses: 0,
  first_response_seconds: null,
  closed: 0,
  resolution_seconds: null,
}
const seconds = (value: number) => ({ p50: value, p90: value, mean: value })

describe('the report of work side by side', () => {
  test('gives each member what they did, beside the period before', async () => {
    const { read, csv, asha, ravi } = await openWork()
    const { rows, by, from } = await read(`work?${WEEK}`)
    assert.deepEqual([by, from], ['member', '2026-03-23T00:00:00.000Z'])
    const [first, second] = rows.map(({ name, ...row }: any) => (assert.ok(name), row))
    assert.deepEqual(first, {
      id: ravi.membershipId,
      ...SOME,
      replies: 2,
      conversations: 2,
      closed: 1,
      resolution_seconds: seconds(7_200),
      before: SOME,
    })
    assert.deepEqual(second, {
      id: asha.membershipId,
      ...SOME,
      replies: 1,
      conversations: 1,
      first_responses: 1,
      first_response_seconds: seconds(300),
      before: {
        ...SOME,
        replies: 1,
        conversations: 1,
        first_responses: 1,
        first_response_seconds: seconds(600),
      },
    })
    const lines = await csv(`work.csv?${WEEK}`)
    assert.match(lines[0]!, /^member_id,member,replies,.*,resolution_seconds_p90_before$/)
    assert.equal(lines.length, 3)
  })

  test('counts a conversation with several tags for each, and what has no team apart', async () => {
    const { scope, read, chats } = await openWork()
    const workspace_id = scope.workspaceId
    const now = scope.clock.now()
    const tags = ['Refund', 'Urgent'].map((name) => ({ id: newId(), name }))
    await scope.db
      .insertInto('tags')
      .values(
        tags.map((tag) => ({
          workspace_id,
          ...tag,
          color: 'blue' as const,
          created_at: now,
        })),
      )
      .execute()
    await scope.db
      .insertInto('chat_tags')
      .values(
        tags.map((tag) => ({
          workspace_id,
          chat_id: chats[0].id,
          tag_id: tag.id,
          created_at: now,
        })),
      )
      .execute()
    const byTag = (await read(`work?${WEEK}&by=tag`)).rows
    assert.deepEqual(
      byTag.map((each: any) => [each.name, each.replies, each.first_responses, each.closed]),
      [
        ['Refund', 2, 1, 1],
        ['Urgent', 2, 1, 1],
      ],
    )
    const [none] = (await read(`work?${WEEK}&by=team`)).rows
    assert.deepEqual(
      [none.id, none.name, none.replies, none.conversations, none.first_responses, none.closed],
      [null, null, 4, 2, 2, 1],
    )
    assert.deepEqual([none.before.replies, none.before.closed], [1, 1])
    const byChannel = (await read(`work?${WEEK}&by=channel`)).rows
    assert.deepEqual(
      byChannel.map((each: any) => [each.id, each.replies]),
      chats.map(({ channelId }) => [channelId, 2]),
    )
  })

  test('measures in business hours of the team, else of the workspace, else all time', async () => {
    const { scope, read, chats } = await openWork()
    const figures = async (hours: string) => {
      const { rows } = await read(`work?${WEEK}&by=channel&hours=${hours}`)
      return rows.map((each: any) => [
        each.id,
        each.first_response_seconds?.p50 ?? null,
        each.resolution_seconds?.p50 ?? null,
        each.before.first_response_seconds?.p50 ?? null,
        each.before.resolution_seconds?.p50 ?? null,
      ])
    }
    const all = [
      [chats[0].id, 300, 7_200, 600, 3_600],
      [chats[1].id, 30, null, null, null],
    ].map(([id, ...times]) => [chats.find((each) => each.id === id)!.channelId, ...times])
    assert.deepEqual(await figures('business'), all, 'no business hours')
    // In winter, 10:00 UTC is 11:00 in Berlin.
    await createBusinessHours(scope, {
      ...testHours('Default'),
      is_default: true,
      week: testWeek('11:02', '11:30'),
    })
    assert.deepEqual(await figures('business'), [
      [chats[0].channelId, 180, 1_680, 480, 1_680],
      [chats[1].channelId, 0, null, null, null],
    ])
    const own = await createBusinessHours(scope, {
      ...testHours('Own'),
      week: testWeek('11:04', '24:00'),
    })
    const team = await createTeam(scope, { name: 'Care' })
    await updateTeam(scope, team.id, { business_hours_id: own.id })
    await updateChat(scope, chats[0].id, { team_id: team.id })
    assert.deepEqual(await figures('business'), [
      [chats[0].channelId, 60, 6_960, 360, 3_360],
      [chats[1].channelId, 0, null, null, null],
    ])
    assert.deepEqual(await figures('all'), all)
    const report = await read(`responses?${WEEK}&hours=business`)
    assert.equal(report.hours, 'business')
    assert.deepEqual(report.totals.resolution_seconds, seconds(6_960))
    assert.deepEqual(report.totals.first_response_seconds, { p50: 0, p90: 60, mean: 30 })
  })

  test('measures in business hours as the computation for a single time does', async () => {
    const { scope, read, chats } = await openWork()
    const created = await createBusinessHours(scope, {
      ...testHours('Default'),
      is_default: true,
    })
    const { between } = createHours(created)
    // From a week that has an hour less, over weekends.
    const spans = [
      ['2025-03-28T15:59:30Z', '2026-03-26T09:00:10Z'],
      ['2026-03-21T02:00:00Z', '2026-03-27T23:00:00Z'],
      ['2026-03-28T10:00:00Z', '2026-03-28T10:00:01Z'],
    ] as const
    const lengths = []
    for (const [opened, closed] of spans) {
      await writeClose(scope, chats[1], closed, opened)
      lengths.push(Math.round(between(Date.parse(opened), Date.parse(closed)) / 1_000))
    }
    const { rows } = await read(`work?${WEEK}&by=channel&hours=business`)
    const row = rows.find((each: any) => each.id === chats[1].channelId)
    assert.equal(row.closed, 3)
    assert.equal(row.resolution_seconds.p90, Math.max(...lengths))
    assert.equal(row.resolution_seconds.mean, Math.round(lengths.reduce((a, b) => a + b) / 3))
  })
})

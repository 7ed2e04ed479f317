import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handOver } from '#bots/hand-over.ts'
import { updateChat } from '#conversations/update-chat.ts'
import type { Scope } from '#db/context.ts'
import { createTeam } from '#teams/create-team.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { createTestChat, createTestMember } from '#test/factories.ts'
import { openReports } from '#test/reports.ts'

let now = new Date('2026-03-24T10:00:00.000Z')
const { context } = await openTestContext()
const { open } = await openReports({ ...context, clock: { now: () => now } })
const at = (time: string) => (now = new Date(`2026-03-${time}:00.000Z`))
const PERIOD = 'from=2026-03-24&to=2026-03-25'

const NONE = {
  handled: 0,
  solved: 0,
  handed_over: 0,
  timed_out: 0,
  taken_over: 0,
  solved_rate: null,
  held_seconds: null,
}

/** Opens a workspace in which bots got conversations at 10:00 on March 24. */
async function openBots() {
  at('24T10:00')
  const opened = await open()
  const { scope } = opened
  const bot = await createTestBot(scope)
  const other = await createTestBot(scope, { name: 'Night bot' })
  const member = await createTestMember(scope, 'agent')
  const held = async (botId = bot.id) => {
    const { id } = await createTestChat(scope)
    await updateChat(scope, id, { assignee_id: botId })
    return id
  }
  const asBot = (id: string): Scope => ({ ...scope, actor: { type: 'bot', id, keyId: id } })
  return { ...opened, bot, other, member, held, asBot }
}

test('the report of bots counts what they solved, handed over and lost, and how long they held it', async () => {
  const { scope, read, csv, bot, other, member, held, asBot } = await openBots()
  const [handed, solved, taken, later, night, still] = [
    await held(),
    await held(),
    await held(),
    await held(),
    await held(other.id),
    await held(),
  ]
  const { id: team } = await createTeam(scope, { name: 'Refunds' })
  await updateChat(scope, handed, { team_id: team })
  at('24T10:05')
  await handOver(asBot(bot.id), handed, { to: { type: 'queue' } })
  at('24T10:10')
  await updateChat(asBot(bot.id), solved, { status: 'closed' })
  // Nobody takes a closed conversation from the bot.
  await updateChat(scope, solved, { assignee_id: member.membershipId })
  at('24T10:20')
  await updateChat(scope, taken, { assignee_id: member.membershipId })
  // A hand-over by a member takes it from the bot, too.
  at('25T10:00')
  await handOver(scope, night, { to: { type: 'member', id: member.membershipId } })
  // After the period.
  at('26T10:00')
  await handOver(asBot(bot.id), later, { to: { type: 'queue' } })
  // A reopened conversation begins anew.
  await updateChat(scope, solved, { status: 'open', assignee_id: bot.id })
  at('26T10:01')
  await handOver(asBot(bot.id), solved, { to: { type: 'team', id: team } })
  assert.ok(still)

  const { buckets, totals, by_bot, by_team, by_channel, hours } = await read(`bots?${PERIOD}`)
  assert.equal(hours, 'all')
  assert.deepEqual(totals, {
    handled: 4,
    solved: 1,
    handed_over: 1,
    timed_out: 0,
    taken_over: 2,
    solved_rate: 0.25,
    held_seconds: { p50: 1_200, p90: 86_400, mean: 29_300 },
  })
  const night_ = {
    ...NONE,
    handled: 1,
    taken_over: 1,
    solved_rate: 0,
    held_seconds: { p50: 86_400, p90: 86_400, mean: 86_400 },
  }
  const day = {
    ...NONE,
    handled: 3,
    solved: 1,
    handed_over: 1,
    taken_over: 1,
    solved_rate: 1 / 3,
    held_seconds: { p50: 300, p90: 1_200, mean: 750 },
  }
  assert.deepEqual(
    buckets.map(({ start: _start, end: _end, ...figures }: any) => figures),
    [day, night_],
  )
  assert.deepEqual(by_bot, [
    { bot_id: bot.id, name: 'Order bot', ...day },
    { bot_id: other.id, name: 'Night bot', ...night_ },
  ])
  assert.deepEqual(
    by_team.map((row: any) => [row.name, row.handled, row.handed_over, row.solved]),
    // The solved one has got the team since.
    [
      [null, 2, 0, 0],
      ['Refunds', 2, 1, 1],
    ],
  )
  assert.equal(
    by_channel.reduce((sum: number, row: any) => sum + row.handled, 0),
    4,
  )
  const next = await read('bots?from=2026-03-26&to=2026-03-26')
  assert.deepEqual(next.totals, {
    ...NONE,
    handled: 2,
    handed_over: 2,
    solved_rate: 0,
    held_seconds: { p50: 60, p90: 172_800, mean: 86_430 },
  })
  assert.deepEqual((await read(`bots?${PERIOD}&bot_id=${other.id}`)).totals, night_)
  const lines = await csv(`bots.csv?${PERIOD}&table=bots`)
  assert.deepEqual(lines, [
    'bot_id,bot,handled,solved,handed_over,timed_out,taken_over,solved_rate,held_seconds_p50,held_seconds_p90,held_seconds_mean',
    `${bot.id},Order bot,3,1,1,0,1,${1 / 3},300,1200,750`,
    `${other.id},Night bot,1,0,0,0,1,0,86400,86400,86400`,
  ])
  assert.equal((await csv(`bots.csv?${PERIOD}`)).length, 3)
  assert.equal((await csv(`bots.csv?${PERIOD}&table=teams`)).length, 3)
  const channels = new Set(by_channel.map((row: any) => row.channel_id))
  assert.equal((await csv(`bots.csv?${PERIOD}&table=channels`)).length, 1 + channels.size)
})

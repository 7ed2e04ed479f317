import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestMember } from '#test/factories.ts'
import { testHours } from '#test/hours.ts'
import { openSla } from '#test/sla.ts'

const { open, at } = await openSla()
const time = (clock: string) => `2026-11-25T${clock}:00+01:00`
const iso = (clock: string) => new Date(time(clock)).toISOString()
const targets = {
  first_response_minutes: 120,
  next_response_minutes: 60,
  resolution_minutes: 480,
}
const summary = (rows: any[]) => rows.map((each) => [each.metric, each.state, each.due_at])

describe('targets', () => {
  test('do not exist without a policy', async () => {
    at(time('10:00'))
    const { write, turn, ask, targets: read } = await open()
    const chat = await write()
    assert.equal(await turn(), null)
    assert.deepEqual(await read(chat), [])
    assert.equal((await ask(`GET /api/v1/chats/${chat}`)).sla, null)
  })

  test('follow what customers and agents do, and show in the list', async () => {
    at(time('09:00'))
    const { ask, write, answer, accept, turn, targets: read } = await open()
    await ask('POST /api/v1/business-hours', testHours('Office'))
    const early = await write()
    at(time('09:01'))
    await ask('POST /api/v1/sla-policies', { name: 'Support', ...targets })
    await ask(`PATCH /api/v1/chats/${early}`, { unread: false })
    await turn()
    assert.deepEqual(await read(early), [], 'rounds that began before have no policy')

    at(time('10:00'))
    const chat = await write('491700000001')
    await turn()
    assert.deepEqual(summary(await read(chat)), [
      ['first_response', 'running', iso('12:00')],
      ['resolution', 'running', new Date('2026-11-26T10:00:00+01:00').toISOString()],
    ])
    const shown = await ask(`GET /api/v1/chats/${chat}`)
    assert.deepEqual(shown.sla, {
      metric: 'first_response',
      due_at: iso('12:00'),
      warning_at: iso('11:36'),
    })
    at(time('11:00'))
    const message = await answer(chat)
    await turn()
    assert.equal((await read(chat))[0].state, 'running', 'a queued message is no answer')
    await accept(message)
    await turn()
    assert.deepEqual(summary(await read(chat)), [
      ['first_response', 'met', iso('12:00')],
      ['resolution', 'paused', null],
    ])
    assert.equal((await ask(`GET /api/v1/chats/${chat}`)).sla, null)

    at(time('11:30'))
    await write('491700000001')
    await turn()
    const [, , next] = await read(chat)
    assert.deepEqual([next.metric, next.due_at], ['next_response', iso('12:30')])
    const { data } = await ask('GET /api/v1/chats?sort=sla')
    assert.deepEqual(
      data.map((each: any) => each.id),
      [chat],
    )
    const urgent = async (sla: string) => (await ask(`GET /api/v1/chats?sla=${sla}`)).data.length
    assert.deepEqual(await Promise.all(['on_time', 'at_risk', 'breached'].map(urgent)), [1, 0, 0])
    at(time('12:20'))
    assert.deepEqual(await Promise.all(['on_time', 'at_risk', 'breached'].map(urgent)), [0, 1, 0])

    await ask(`PATCH /api/v1/chats/${chat}`, { status: 'closed' })
    await turn()
    assert.deepEqual(
      (await read(chat)).map((each: any) => each.state),
      ['met', 'met', 'met'],
    )
    at(time('13:00'))
    await write('491700000001')
    await turn()
    assert.deepEqual(
      (await read(chat)).map((each: any) => [each.metric, each.state]),
      [
        ['first_response', 'running'],
        ['resolution', 'running'],
      ],
      'a new round has new targets',
    )
  })

  test('warn and are missed at their times, once each', async () => {
    at(time('10:00'))
    const { ask, write, answer, accept, turn, events } = await open()
    await ask('POST /api/v1/sla-policies', {
      name: 'Support',
      first_response_minutes: 60,
      clock: 'wall',
    })
    const chat = await write()
    const due = await turn()
    assert.equal(due?.toISOString(), iso('10:48'))
    at(time('10:47'))
    await turn()
    assert.deepEqual(await events(), [])
    at(time('10:48'))
    await turn()
    await turn()
    const [warning, ...none] = await events()
    assert.deepEqual([warning.type, warning.conversation_id, none], ['sla.warning', chat, []])
    at(time('11:00'))
    assert.equal((await turn())?.getTime(), new Date(time('11:00')).getTime() + 1)
    assert.equal((await events()).length, 1, 'it is missed after its due time, not at it')
    at('2026-11-25T11:00:30+01:00')
    await turn()
    await turn()
    const [, breach, ...more] = await events()
    assert.deepEqual(
      [breach.type, breach.breached_at, breach.state, more],
      ['sla.breached', iso('11:00'), 'breached', []],
    )
    assert.equal((await ask(`GET /api/v1/chats/${chat}`)).sla.due_at, iso('11:00'))
    at(time('11:10'))
    await accept(await answer(chat))
    await turn()
    const [target] = (await ask(`GET /api/v1/chats/${chat}/sla`)).targets
    assert.deepEqual([target.state, target.ended_at], ['breached', iso('11:10')])
    assert.equal((await ask(`GET /api/v1/chats/${chat}`)).sla, null)
    assert.equal((await events()).length, 2)
  })

  test('are reported by metric and by team, without a share where there are none', async () => {
    at(time('10:00'))
    const { ask, write, answer, accept, turn } = await open()
    const team = await ask('POST /api/v1/teams', { name: 'Support' })
    const terms = { first_response_minutes: 60, resolution_minutes: 120, clock: 'wall' }
    await ask('POST /api/v1/sla-policies', { name: 'All', ...terms })
    const chats = [await write('491700000011'), await write('491700000012'), await write()]
    await ask(`PATCH /api/v1/chats/${chats[0]}`, { team_id: team.id })
    at(time('10:30'))
    await accept(await answer(chats[0]!))
    await ask(`PATCH /api/v1/chats/${chats[1]}`, { status: 'closed' })
    await turn()
    at(time('11:30'))
    await turn()
    const path = `reports/sla?from=2026-11-25&to=2026-11-25&time_zone=Europe/Berlin`
    const { totals, by_team: teams, buckets } = await ask(`GET /api/v1/${path}`)
    assert.deepEqual(totals, {
      first_response: { met: 1, breached: 1, not_needed: 1, met_rate: 0.5 },
      next_response: { met: 0, breached: 0, not_needed: 0, met_rate: null },
      resolution: { met: 1, breached: 0, not_needed: 0, met_rate: 1 },
    })
    assert.deepEqual(buckets[0].first_response, totals.first_response)
    assert.deepEqual(
      teams.map((each: any) => [each.team_name, each.first_response.met_rate]),
      [
        [null, 0],
        ['Support', 1],
      ],
    )
  })

  test('of an answer that fails later run on from their start', async () => {
    at(time('10:00'))
    const { ask, write, answer, accept, fail, turn, targets: read } = await open()
    await ask('POST /api/v1/sla-policies', {
      name: 'All',
      first_response_minutes: 60,
      clock: 'wall',
    })
    const chat = await write()
    await turn()
    at(time('10:20'))
    const message = await answer(chat)
    await accept(message)
    await turn()
    assert.equal((await read(chat))[0].state, 'met')
    at(time('10:30'))
    await fail(message)
    await turn()
    assert.deepEqual(summary(await read(chat)), [['first_response', 'running', iso('11:00')]])
  })

  test('count an answer that was sent before the close, also if it is accepted later', async () => {
    at(time('10:00'))
    const { ask, write, answer, accept, turn, targets: read } = await open()
    await ask('POST /api/v1/sla-policies', {
      name: 'All',
      first_response_minutes: 60,
      clock: 'wall',
    })
    const chat = await write()
    at(time('10:20'))
    const message = await answer(chat)
    await ask(`PATCH /api/v1/chats/${chat}`, { status: 'closed' })
    await turn()
    assert.equal((await read(chat))[0].state, 'not_needed')
    at(time('10:21'))
    await accept(message)
    await turn()
    assert.equal((await read(chat))[0].state, 'met')
  })

  test('go on in the hours of another team, and after their business hours change', async () => {
    at(time('09:00'))
    const { ask, write, turn, targets: read } = await open()
    await ask('POST /api/v1/business-hours', testHours('Office'))
    const night = { ...testHours('Night'), time_zone: 'Asia/Kolkata' }
    const { id: hours } = await ask('POST /api/v1/business-hours', night)
    const team = await ask('POST /api/v1/teams', { name: 'India', business_hours_id: hours })
    await ask('POST /api/v1/sla-policies', { name: 'All', resolution_minutes: 240 })
    const chat = await write()
    await turn()
    assert.equal((await read(chat))[0].due_at, iso('13:00'))
    at(time('10:00'))
    await ask(`PATCH /api/v1/chats/${chat}`, { team_id: team.id })
    await turn()
    const [moved] = await read(chat)
    // 14:30 in India: 150 minutes until 17:00, and 30 on the next morning.
    assert.deepEqual(
      [moved.consumed_seconds, moved.due_at],
      [3600, new Date('2026-11-26T09:30:00+05:30').toISOString()],
    )
    await ask(`PATCH /api/v1/business-hours/${hours}`, {
      week: { ...night.week, wed: [['09:00', '20:00']] },
    })
    await turn()
    assert.equal((await read(chat))[0].due_at, new Date('2026-11-25T17:30:00+05:30').toISOString())
  })

  test('keep the version of their policy, and end when it is deleted', async () => {
    at(time('10:00'))
    const { ask, write, turn, targets: read, scope } = await open()
    const policy = await ask('POST /api/v1/sla-policies', {
      name: 'All',
      first_response_minutes: 60,
      clock: 'wall',
    })
    const chat = await write()
    await turn()
    const changed = await ask(`PATCH /api/v1/sla-policies/${policy.id}`, {
      first_response_minutes: 5,
    })
    assert.equal(changed.version, 2)
    await turn()
    const other = await write('491700000002')
    await turn()
    assert.equal((await read(chat))[0].due_at, iso('11:00'))
    assert.equal((await read(other))[0].due_at, iso('10:05'))
    await ask(`DELETE /api/v1/sla-policies/${policy.id}`)
    assert.equal(await turn(), null)
    assert.deepEqual(
      [...(await read(chat)), ...(await read(other))].map((each: any) => each.state),
      ['canceled', 'canceled'],
    )
    assert.equal((await ask(`GET /api/v1/chats/${chat}`)).sla, null)
    const followers = await scope.db
      .selectFrom('followers')
      .select('kind')
      .where('workspace_id', '=', scope.workspaceId)
      .execute()
    assert.deepEqual(followers, [])
  })

  test('start when a policy is applied later, and have the first one that fits', async () => {
    at(time('10:00'))
    const { ask, write, turn, targets: read } = await open()
    const tag = await ask('POST /api/v1/tags', { name: 'VIP' })
    const terms = { first_response_minutes: 60, clock: 'wall' }
    await ask('POST /api/v1/sla-policies', { name: 'VIP', tag_ids: [tag.id], ...terms })
    const chat = await write()
    await turn()
    assert.deepEqual(await read(chat), [])
    at(time('10:40'))
    await ask(`PATCH /api/v1/chats/${chat}`, { tag_ids: [tag.id] })
    await turn()
    assert.equal((await read(chat))[0].due_at, iso('11:40'))
  })

  test('notify the assignee and the supervisors of the team, if the policy says so', async () => {
    at(time('10:00'))
    const { ask, write, turn, scope } = await open()
    const [agent, lead, other] = [
      await createTestMember(scope, 'agent'),
      await createTestMember(scope, 'supervisor'),
      await createTestMember(scope, 'supervisor'),
    ].map(({ membershipId }) => membershipId)
    const team = await ask('POST /api/v1/teams', { name: 'Support', member_ids: [agent, lead] })
    await ask('POST /api/v1/sla-policies', {
      name: 'All',
      first_response_minutes: 60,
      clock: 'wall',
      notify: ['assignee', 'supervisors'],
    })
    const chat = await write()
    await ask(`PATCH /api/v1/chats/${chat}`, { team_id: team.id, assignee_id: agent })
    await turn()
    at(time('11:01'))
    await turn()
    const rows = await scope.db
      .selectFrom('notifications')
      .select(['membership_id', 'kind', 'chat_id'])
      .where('workspace_id', '=', scope.workspaceId)
      .where('kind', 'in', ['sla_warning', 'sla_breached'])
      .execute()
    assert.equal(rows.length, 4)
    assert.ok(rows.every((row) => row.chat_id === chat && row.membership_id !== other))
  })
})

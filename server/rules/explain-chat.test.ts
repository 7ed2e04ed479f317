import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Condition } from '#shared/rule-parts.ts'
import { RULES_MAX } from '#shared/rules.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { rowsOf } from '#test/inbound.ts'
import { openTestApi } from '#test/app.ts'
import { createTestChannel } from '#test/factories.ts'
import { openTestRules } from '#test/rules.ts'
import type { TestRules } from '#test/rules.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const MINUTE = 60_000

let rules: TestRules

beforeEach(async () => {
  rules = await openTestRules(context, call)
})

/** Returns the newest reason of each rule in the only conversation. */
async function reasons(): Promise<Record<string, any>> {
  const { id } = await rules.chat()
  const { body } = await rules.ask(`GET /api/v1/chats/${id}/rules`)
  return Object.fromEntries(body.misses.toReversed().map((each: any) => [each.rule_id, each]))
}

describe('a rule that did nothing in a conversation', () => {
  test('is explained although the index left it out, with the state as it was then', async () => {
    const other = await createTestChannel(rules.scope)
    const ofChannel = await rules.create({
      conditions: [{ field: 'channel_id', operator: 'is', values: [other.id] }],
    })
    const ofTeam = await rules.create({
      conditions: [{ field: 'team_id', operator: 'is', values: [rules.teamId] }],
    })
    const waitsForTeam = await rules.create({
      trigger: { on: 'waiting', after_minutes: 5 },
      conditions: [{ field: 'team_id', operator: 'is', values: [rules.teamId] }],
    })
    await rules.receive('Hello')
    await rules.turn()
    const { id, channel } = await rules.chat()
    await rules.ask(`PATCH /api/v1/chats/${id}`, { team_id: rules.teamId })
    const stored = await rowsOf(rules.scope, 'rule_checks')
    assert.deepEqual(stored, [])
    const all = await reasons()
    assert.deepEqual(
      [ofChannel, ofTeam, waitsForTeam].map((each) => [all[each].miss, all[each].seen[0].seen]),
      [
        ['condition', [channel.id]],
        ['condition', []],
        ['condition', []],
      ],
    )
  })

  test('is explained by what happened meanwhile: nothing, its switch, or that it waits', async () => {
    const ofNote = await rules.create({ trigger: { on: 'note_created', by: ['member'] } })
    const waits = await rules.create({ trigger: { on: 'waiting', after_minutes: 5 } })
    const off = await rules.create({}, false)
    await rules.receive('Hello')
    await rules.turn()
    await rules.ask(`PATCH /api/v1/rules/${off}`, { is_on: true })
    const all = await reasons()
    assert.deepEqual(
      [ofNote, waits, off].map((each) => all[each].miss),
      ['trigger', 'waits', 'off'],
    )
    const { waiting_since: since } = await rules.chat()
    assert.equal(Date.parse(all[waits].due_at), Date.parse(since) + 5 * MINUTE)
  })

  test('is explained once for each event, and not where it fired', async () => {
    const texts: Condition = { field: 'text', operator: 'contains', values: ['refund'] }
    const id = await rules.create({ conditions: [texts] })
    const round = await rules.create({ repeat: 'round' })
    await rules.receive('Hello')
    await rules.turn()
    await rules.receive('A refund, please')
    await rules.turn()
    const { id: chatId } = await rules.chat()
    const { body } = await rules.ask(`GET /api/v1/chats/${chatId}/rules`)
    assert.deepEqual(
      body.misses.map((each: any) => [each.rule_id, each.miss]),
      [
        [round, 'repeated'],
        [id, 'condition'],
      ],
    )
    assert.deepEqual(new Set(body.firings.map((each: any) => each.rule_id)), new Set([id, round]))
  })

  test(`is explained, however many of the ${RULES_MAX.rules} rules there are`, async () => {
    const bot = await createTestBot(rules.scope)
    const ids: string[] = []
    for (let index = 0; index < 120; index++)
      ids.push(
        await rules.create({
          conditions: [{ field: 'held_by', operator: 'is', values: ['bot'] }],
          actions: [{ type: 'hand_over', bot_id: bot.id }],
        }),
      )
    await rules.receive('Hello')
    await rules.receive('Are you there?')
    await rules.turn()
    assert.deepEqual(new Set(Object.keys(await reasons())), new Set(ids))
  })
})

import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Scope } from '#db/context.ts'
import type { Condition, Trigger } from '#shared/rule-parts.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { newWaId, rowsOf } from '#test/inbound.ts'
import { followRules } from './follow-rules.ts'
import { openTestRules, readPositions } from '#test/rules.ts'
import type { TestRules } from '#test/rules.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const MINUTE = 60_000

let rules: TestRules
let scope: Scope
let member: string
let teamId: string
let tagId: string

beforeEach(async () => {
  rules = await openTestRules(context, call)
  ;({ scope, member, teamId, tagId } = rules)
})

const ask = (request: string, body?: object) => rules.ask(request, body)
const create: TestRules['create'] = (parts, isOn) => rules.create(parts, isOn)
const receive: TestRules['receive'] = (text, from) => rules.receive(text, from)
const turn = (ms = 0) => rules.turn(ms)
const chats = async () => (await ask('GET /api/v1/chats')).body.data as any[]
const chat = async () => (await chats())[0]
const firings = (id: string) => rules.firings(id)
const misses = (id: string) => rules.misses(id)
const messages = async () => {
  const { id } = await chat()
  return (await ask(`GET /api/v1/chats/${id}/messages`)).body.data as any[]
}
const say = async (text: string) => {
  const { id } = await chat()
  const answer = await ask('POST /api/v1/messages/send', { conversation_id: id, message: text })
  assert.equal(answer.status, 201, answer.text)
}
const sent = async () => (await messages()).filter(({ direction }) => direction === 'outbound')

describe('a rule', () => {
  test('does nothing while it is off, and then acts on what happens from then on', async () => {
    const id = await create({}, false)
    await receive('Hello')
    await turn()
    await ask(`PATCH /api/v1/rules/${id}`, { is_on: true })
    await turn()
    assert.deepEqual((await chat()).tags, [])
    await receive('Where is my order?')
    await turn()
    assert.deepEqual(
      (await chat()).tags.map((tag: any) => tag.id),
      [tagId],
    )
    const [firing] = await firings(id)
    assert.equal(firing.result, 'done')
    assert.deepEqual(firing.actions, [{ type: 'add_tags' }])
  })

  test('runs each kind of action in its own name', async () => {
    await ask('POST /api/v1/custom-fields', { key: 'plan', label: 'Plan', type: 'text' })
    const { body: canned } = await ask('POST /api/v1/canned-replies', {
      shortcut: 'hello',
      text: 'Hello {first_name}!',
    })
    const id = await create({
      actions: [
        { type: 'set_team', team_id: teamId },
        { type: 'assign', member_id: member },
        { type: 'add_tags', tag_ids: [tagId] },
        { type: 'note', text: 'Look at the order' },
        { type: 'notify', text: 'Please answer', team_ids: [teamId] },
        { type: 'reply', canned_reply_id: canned.id },
        { type: 'create_ticket', title: 'Late order', priority: 'high' },
        { type: 'set_field', key: 'plan', value: 'gold' },
        { type: 'remove_tags', tag_ids: [tagId] },
        { type: 'snooze', minutes: 60 },
      ],
    })
    await receive('Hello')
    await turn()
    const [firing] = await firings(id)
    assert.equal(firing.result, 'done', JSON.stringify(firing.actions))
    const now = await chat()
    assert.equal(now.team_id, teamId)
    assert.equal(now.assignee_id, member)
    assert.equal(now.status, 'snoozed')
    assert.deepEqual(now.tags, [])
    const [message] = await sent()
    assert.equal(message.text, 'Hello Leela!')
    assert.deepEqual(message.author, { type: 'rule', id })
    const { body: thread } = await ask(`GET /api/v1/chats/${now.id}/thread`)
    const notes = thread.data.filter((each: any) => each.kind === 'note')
    assert.deepEqual(
      notes.map((each: any) => [each.text, each.author.type, each.mentions]),
      [
        ['Look at the order', 'rule', []],
        ['Please answer', 'rule', [member]],
      ],
    )
    const changes = thread.data.filter((each: any) => each.kind === 'change')
    assert.ok(changes.length > 4)
    for (const each of changes) assert.deepEqual(each.actor, { type: 'rule', id })
    const { body: tickets } = await ask('GET /api/v1/tickets')
    assert.deepEqual([tickets.data[0].title, tickets.data[0].priority], ['Late order', 'high'])
    const { body: contact } = await ask(`GET /api/v1/contacts/${now.person.id}`)
    assert.equal(contact.fields.plan, 'gold')
  })

  test('fires once for each event, also if its turn is repeated after a kill', async () => {
    const id = await create({ actions: [{ type: 'reply', text: 'Thank you' }] })
    await receive('Hello')
    const from = await readPositions(scope)
    await followRules(scope, from, () => false)
    await followRules(scope, from, () => false)
    await turn()
    assert.equal((await sent()).length, 1)
    assert.equal((await firings(id)).length, 1)
  })

  test('runs the actions before one that fails, and sends nothing twice', async () => {
    const id = await create({
      actions: [
        { type: 'reply', text: 'Thank you' },
        { type: 'template', name: 'missing', language: 'en_US' },
        { type: 'reply', text: 'Hello {my_name}' },
        { type: 'note', text: 'Never' },
      ],
    })
    await receive('Hello')
    await turn()
    const [firing] = await firings(id)
    assert.equal(firing.result, 'partly')
    const last = firing.actions.at(-1)
    assert.equal(last.type, 'reply')
    assert.match(last.error.message, /\{my_name\}/)
    assert.deepEqual((await sent()).map(({ type }) => type).toSorted(), ['template', 'text'])
  })

  test('says on the conversation and on the rule why it did not fire', async () => {
    const id = await create({
      conditions: [{ field: 'text', operator: 'contains', values: ['refund'] }],
    })
    await receive('Hello')
    await turn()
    const [miss] = await misses(id)
    assert.equal(miss.miss, 'condition')
    assert.deepEqual(miss.seen, [
      { field: 'text', operator: 'contains', values: ['refund'], seen: [], is_true: false },
    ])
    const { id: chatId } = await chat()
    const { body } = await ask(`GET /api/v1/chats/${chatId}/rules`)
    assert.deepEqual(body.misses, [miss])
    assert.deepEqual(body.firings, [])
  })

  test('runs in order, and one that stops leaves later ones out', async () => {
    const first = await create({ stops: true })
    const second = await create({ actions: [{ type: 'note', text: 'Second' }] })
    await receive('Hello')
    await turn()
    assert.equal((await firings(first)).length, 1)
    assert.equal((await firings(second)).length, 0)
    assert.equal((await misses(second))[0].miss, 'stopped')
    const moved = await ask(`PATCH /api/v1/rules/${second}`, { place: 1 })
    assert.equal(moved.body.place, 1)
    await receive('Hello again')
    await turn()
    assert.equal((await firings(second)).length, 1)
    const { body } = await ask('GET /api/v1/rules')
    assert.deepEqual(
      body.data.map((rule: any) => [rule.id, rule.place]),
      [
        [second, 1],
        [first, 2],
      ],
    )
  })

  test('fires once in a round, or once for ever', async () => {
    const round = await create({ repeat: 'round' })
    const once = await create({ repeat: 'once' })
    await receive('One')
    await turn()
    await receive('Two')
    await turn()
    assert.equal((await firings(round)).length, 1)
    const { id } = await chat()
    await ask(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
    await receive('Three')
    await turn()
    assert.equal((await firings(round)).length, 2)
    assert.equal((await firings(once)).length, 1)
    assert.equal((await misses(once))[0].miss, 'repeated')
  })

  test('looks at what members change only if it says so, and at what changed', async () => {
    const quiet = await create({ trigger: { on: 'conversation_updated' } })
    const closed = await create({
      trigger: { on: 'conversation_updated', by: ['member', 'api_key'], changed: ['status'] },
      conditions: [{ field: 'status', operator: 'is', values: ['closed'] }],
      actions: [{ type: 'add_tags', tag_ids: [tagId] }],
    })
    await receive('Hello')
    await turn()
    const { id } = await chat()
    await ask(`PATCH /api/v1/chats/${id}`, { team_id: teamId })
    await turn()
    assert.equal((await firings(closed)).length, 0)
    assert.equal((await misses(closed))[0].miss, 'unchanged')
    await ask(`PATCH /api/v1/chats/${id}`, { status: 'closed' })
    await turn()
    assert.equal((await firings(closed)).length, 1)
    assert.equal((await firings(quiet)).length, 0)
  })

  test('never runs on its own event, and two rules that answer each other end', async () => {
    const by = ['rule', 'person', 'api_key'] as const
    const trigger: Trigger = { on: 'conversation_updated', by: [...by] }
    const { body: other } = await ask('POST /api/v1/teams', { name: 'Other' })
    const ping = await create({ trigger, actions: [{ type: 'set_team', team_id: teamId }] })
    const pong = await create({ trigger, actions: [{ type: 'set_team', team_id: other.id }] })
    await receive('Hello')
    const { id } = await chat()
    await turn()
    await ask(`PATCH /api/v1/chats/${id}`, { assignee_id: member })
    for (let index = 0; index < 10; index++) await turn()
    assert.deepEqual([(await firings(ping)).length, (await firings(pong)).length], [2, 2])
    assert.ok((await misses(ping)).some((each: any) => each.miss === 'own_event'))
  })

  test('that names something deleted switches itself off and tells the admins', async () => {
    const id = await create()
    await ask(`DELETE /api/v1/tags/${tagId}`)
    await receive('Hello')
    await turn()
    const { body } = await ask(`GET /api/v1/rules/${id}`)
    assert.equal(body.is_on, false)
    assert.equal(body.off.reason, 'missing')
    assert.deepEqual(body.off.missing, [{ kind: 'tag', id: tagId }])
    const notices = await rowsOf(scope, 'notices')
    assert.deepEqual(
      notices.map((each) => [each.kind, each.data.rule_id]),
      [['rule_switched_off', id]],
    )
    const again = await ask(`PATCH /api/v1/rules/${id}`, { is_on: true })
    assert.equal(again.status, 422)
  })

  test('that answers another program without end switches itself off', async () => {
    const id = await create({
      trigger: { on: 'conversation_updated', by: ['api_key'] },
      actions: [{ type: 'note', text: 'Seen' }],
    })
    await receive('Hello')
    await turn()
    const { id: chatId } = await chat()
    for (let index = 0; index < 22; index++) {
      await ask(`PATCH /api/v1/chats/${chatId}`, { assignee_id: index % 2 ? null : member })
      await turn()
    }
    const { body } = await ask(`GET /api/v1/rules/${id}`)
    assert.deepEqual([body.is_on, body.off.reason], [false, 'loop'])
    assert.equal((await firings(id)).length, 20)
  })
})

describe('a rule that waits', () => {
  test('fires at its time if the customer still waits, once for each wait', async () => {
    const id = await create({
      trigger: { on: 'waiting', after_minutes: 30 },
      actions: [{ type: 'add_tags', tag_ids: [tagId] }],
    })
    await receive('Hello')
    const dueAt = await turn()
    assert.ok(dueAt && Math.abs(dueAt.getTime() - Date.now() - 30 * MINUTE) < 3_000)
    await turn(29 * MINUTE)
    assert.equal((await firings(id)).length, 0)
    await turn(31 * MINUTE)
    await turn(32 * MINUTE)
    await receive('Are you there?')
    await turn(70 * MINUTE)
    assert.equal((await firings(id)).length, 1)
    assert.deepEqual(
      (await chat()).tags.map((tag: any) => tag.id),
      [tagId],
    )
  })

  test('does nothing when the state ended before, and says so', async () => {
    const id = await create({ trigger: { on: 'waiting', after_minutes: 30 } })
    await receive('Hello')
    await turn()
    await say('Here I am')
    await turn(31 * MINUTE)
    assert.equal((await firings(id)).length, 0)
    assert.equal((await misses(id))[0].miss, 'ended')
  })

  test('chases a customer who does not answer, and a further message of ours begins the time again', async () => {
    const id = await create({
      trigger: { on: 'silent', after_minutes: 60 },
      actions: [{ type: 'reply', text: 'Do you still need help?' }],
    })
    await receive('Hello')
    await say('Which order?')
    const first = await turn()
    await say('Its number?')
    const second = await turn()
    assert.ok(second! >= first!)
    await turn(61 * MINUTE)
    await turn(200 * MINUTE)
    assert.equal((await firings(id)).length, 1)
    assert.equal((await sent()).length, 3)
  })

  test('after an event fires at its time, unless its conditions are not true any more', async () => {
    const trigger: Trigger = { on: 'message_received', after_minutes: 5 }
    const conditions: Condition[] = [
      { field: 'assignee_id', operator: 'is', values: ['none'] },
      { field: 'text', operator: 'contains', values: ['hello'] },
    ]
    const id = await create({ trigger, conditions })
    await receive('Hello')
    await turn()
    await turn(6 * MINUTE)
    assert.equal((await firings(id)).length, 1)
    const other = newWaId()
    await receive('Hello', other)
    await turn()
    const { id: chatId } = await chat()
    await ask(`PATCH /api/v1/chats/${chatId}`, { assignee_id: member })
    await turn(6 * MINUTE)
    assert.equal((await firings(id)).length, 1)
    assert.equal((await misses(id))[0].miss, 'condition')
  })
})

describe('a trial', () => {
  test('lists what the rule then does on the same events', async () => {
    const conditions: Condition[] = [
      { field: 'text', operator: 'contains', values: ['order'] },
      { field: 'team_id', operator: 'is', values: ['none'] },
    ]
    const live = await create({ conditions, actions: [{ type: 'note', text: 'Live' }] })
    const waiting = await create({
      trigger: { on: 'waiting', after_minutes: 1 },
      actions: [{ type: 'note', text: 'Waits' }],
    })
    await receive('My order is late')
    await turn()
    const { id } = await chat()
    await receive('It is an order of three')
    await turn()
    await ask(`PATCH /api/v1/chats/${id}`, { team_id: teamId })
    await receive('Where is my order?')
    await turn()
    await receive('My order, too', newWaId())
    await turn()
    await receive('Hello', newWaId())
    await turn()
    const { body: trial } = await ask(`GET /api/v1/rules/${live}/trial`)
    const done = await firings(live)
    assert.equal(trial.firings, done.length)
    assert.equal(trial.firings, 3)
    assert.deepEqual(
      new Set(trial.conversation_ids),
      new Set(done.map((each: any) => each.conversation_id)),
    )
    assert.equal(trial.misses.condition, 1)
    assert.equal((await firings(waiting)).length, 0)
    const later = await ask(`GET /api/v1/rules/${waiting}/trial`)
    assert.equal(later.body.firings, 0)
  })
})

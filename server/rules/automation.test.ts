import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { openTestApi } from '#test/app.ts'
import { createTestBot } from '#test/bots.ts'
import { openTestContext } from '#test/context.ts'
import { rowsOf } from '#test/inbound.ts'
import { openTestRules } from '#test/rules.ts'
import type { TestRules } from '#test/rules.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

let rules: TestRules

beforeEach(async () => {
  rules = await openTestRules(context, call)
})

describe('a rule for other programs', () => {
  test('hands a conversation over to a bot, sets its priority, and reports to webhooks', async () => {
    const bot = await createTestBot(rules.scope)
    const endpoint = await rules.ask('POST /api/v1/webhooks', {
      url: 'https://example.com/hook',
      events: ['automation.triggered'],
    })
    assert.equal(endpoint.status, 201, endpoint.text)
    const id = await rules.create({
      conditions: [
        { field: 'held_by', operator: 'is', values: ['nobody'] },
        { field: 'priority', operator: 'is', values: ['none'] },
        { field: 'language', operator: 'is', values: ['pt'] },
      ],
      actions: [
        { type: 'set_priority', priority: 'urgent' },
        { type: 'webhook', label: 'Portuguese' },
        { type: 'hand_over', bot_id: bot.id },
      ],
    })
    await rules.receive('Olá')
    await rules.turn()
    assert.equal((await rules.firings(id)).length, 0)
    const { person } = await rules.chat()
    await rules.ask(`PATCH /api/v1/contacts/${person.id}`, { language: 'pt-BR' })
    await rules.receive('Tudo bem?')
    await rules.turn()
    const [firing] = await rules.firings(id)
    assert.equal(firing?.result, 'done', JSON.stringify(firing))
    const now = await rules.chat()
    assert.deepEqual([now.priority, now.held_by.type, now.held_by.id], ['urgent', 'bot', bot.id])
    const { body: events } = await rules.ask('GET /api/v1/events?type=automation.triggered')
    const [event] = events.data
    assert.equal(event.data.label, 'Portuguese')
    assert.equal(event.data.conversation_id, now.id)
    assert.deepEqual(event.data.author, { type: 'rule', id })
    const deliveries = await rowsOf(rules.scope, 'webhook_deliveries')
    assert.deepEqual(
      deliveries.map((each) => [each.event_type, each.event_id]),
      [['automation.triggered', event.id]],
    )
    await rules.receive('Obrigado')
    await rules.turn()
    const [miss] = await rules.misses(id)
    assert.deepEqual(miss.seen.at(-1).seen, ['bot'])
  })

  test('that hands over to a deleted bot switches itself off', async () => {
    const bot = await createTestBot(rules.scope)
    const id = await rules.create({ actions: [{ type: 'hand_over', bot_id: bot.id }] })
    assert.equal((await rules.ask(`DELETE /api/v1/bots/${bot.id}`)).status, 204)
    await rules.receive('Hello')
    await rules.turn()
    const { body } = await rules.ask(`GET /api/v1/rules/${id}`)
    assert.deepEqual([body.is_on, body.off?.missing], [false, [{ kind: 'bot', id: bot.id }]])
  })
})

describe('a rule about tickets', () => {
  test('knows the type and the fields of a ticket at once, and as they are when it is due', async () => {
    const { body: type } = await rules.ask('POST /api/v1/ticket-types', { name: 'Return' })
    const field = { key: 'order', label: 'Order', type: 'text', applies_to: 'ticket' }
    assert.equal((await rules.ask('POST /api/v1/custom-fields', field)).status, 201)
    const conditions = [
      { field: 'ticket_type' as const, operator: 'is' as const, values: [type.id] },
      { field: 'ticket_field' as const, operator: 'is' as const, values: ['A-7'], key: 'order' },
    ]
    const on = 'ticket_created' as const
    const by = ['api_key' as const]
    const atOnce = await rules.create({ trigger: { on, by }, conditions })
    const later = await rules.create({ trigger: { on, by, after_minutes: 5 }, conditions })
    await rules.receive('I want to return it')
    await rules.turn()
    const { id: conversation_id, person } = await rules.chat()
    const ticket = { conversation_id, person_id: person.id, title: 'Return', type_id: type.id }
    const open = async (order: string) => {
      const body = { ...ticket, fields: { order } }
      const made = await rules.ask('POST /api/v1/tickets', body)
      assert.equal(made.status, 201, made.text)
      await rules.turn()
      return made.body.id as string
    }
    await open('B-1')
    assert.equal((await rules.firings(atOnce)).length, 0)
    const id = await open('A-7')
    assert.equal((await rules.firings(atOnce)).length, 1)
    await rules.ask(`PATCH /api/v1/tickets/${id}`, { fields: { order: 'C-3' } })
    await rules.turn(6 * 60_000)
    assert.equal(
      (await rules.firings(later)).length,
      0,
      'the order was another one when it was due',
    )
    await open('A-7')
    await rules.turn(6 * 60_000)
    assert.equal((await rules.firings(later)).length, 1)
  })

  test('whose type or field is deleted switches itself off', async () => {
    const { body: type } = await rules.ask('POST /api/v1/ticket-types', { name: 'Return' })
    const id = await rules.create({
      conditions: [{ field: 'ticket_type', operator: 'is', values: [type.id] }],
    })
    assert.equal((await rules.ask(`DELETE /api/v1/ticket-types/${type.id}`)).status, 204)
    await rules.receive('Hello')
    await rules.turn()
    const { body } = await rules.ask(`GET /api/v1/rules/${id}`)
    assert.deepEqual(
      [body.is_on, body.off?.missing],
      [false, [{ kind: 'ticket_type', id: type.id }]],
    )
  })
})

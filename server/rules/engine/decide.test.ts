import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, Trigger } from '#shared/rule-parts.ts'
import { decide } from './decide.ts'
import { containsWords, foldText } from './contains-words.ts'
import type { Moment } from './moment.ts'
import type { Rule } from './rule.ts'

const CHAT: Moment['chat'] = {
  id: 'chat',
  channel_id: 'shop',
  channel_type: 'whatsapp',
  person_id: 'asha',
  status: 'open',
  assignee_id: null,
  is_bots: false,
  holder: null,
  priority: null,
  team_id: 'sales',
  tag_ids: ['vip'],
  unread: true,
  waiting_since: '2026-11-25T10:00:00.000Z',
  closed_at: null,
  opened_at: '2026-11-25T10:00:00.000Z',
  last_message: { direction: 'inbound', at: '2026-11-25T10:00:00.000Z' },
  last_inbound_id: 'm1',
}

function momentWith(more: Partial<Moment> = {}): Moment {
  return {
    position: 7,
    at: Date.parse('2026-11-25T10:00:00Z'),
    events: ['message_received'],
    by: 'person',
    chain: [],
    changed: [],
    chat: CHAT,
    contact: {
      opted_out: false,
      language: 'pt-BR',
      fields: { plan: 'gold', seats: '12', renews: '2026-12-01' },
    },
    message: {
      id: 'm1',
      text: 'Is my Café order १२ late?',
      type: 'text',
      direction: 'inbound',
      nth: 2,
    },
    ticket: null,
    ...more,
  }
}

function ruleWith(
  conditions: Rule['conditions'],
  trigger: Trigger = { on: 'message_received' },
): Rule {
  return {
    id: 'rule',
    name: 'Rule',
    trigger,
    conditions,
    actions: [],
    repeat: 'always',
    stops: false,
  }
}

const isOpen = () => true
const all = (...conditions: Condition[]) => ({ match: 'all' as const, conditions })
const decideOn = (conditions: Rule['conditions'], more?: Partial<Moment>) =>
  decide(ruleWith(conditions), momentWith(more), isOpen)
const fires = (
  field: Condition['field'],
  operator: Condition['operator'],
  values: string[],
  key?: string,
) => decideOn(all({ field, operator, values, ...(key && { key }) })).fires

describe('a rule', () => {
  test('fires without conditions, and says what it saw with them', () => {
    assert.equal(decideOn(all()).fires, true)
    const decision = decideOn(all({ field: 'status', operator: 'is', values: ['closed'] }))
    assert.deepEqual(decision, {
      fires: false,
      miss: 'condition',
      seen: [
        { field: 'status', operator: 'is', values: ['closed'], seen: ['open'], is_true: false },
      ],
    })
  })

  test('compares the fields of the list filters', () => {
    assert.equal(fires('status', 'is', ['open', 'snoozed']), true)
    assert.equal(fires('status', 'is_not', ['open']), false)
    assert.equal(fires('assignee_id', 'is', ['none']), true)
    assert.equal(fires('team_id', 'is', ['none']), false)
    assert.equal(fires('tag_id', 'is', ['vip', 'new']), true)
    assert.equal(fires('tag_id', 'is_not', ['new']), true)
    assert.equal(fires('unread', 'is', ['true']), true)
    assert.equal(fires('waiting', 'is', ['false']), false)
    assert.equal(fires('nth_message', 'at_least', ['2']), true)
    assert.equal(fires('within_business_hours', 'is', ['true']), true)
    assert.equal(fires('priority', 'is', ['none']), true)
    assert.equal(fires('language', 'is', ['pt']), true)
    assert.equal(fires('language', 'is', ['pt-BR']), true)
    assert.equal(fires('language', 'is_not', ['pt-PT']), true)
  })

  test('knows who holds the conversation, as the API says it', () => {
    const heldBy = (chat: Partial<Moment['chat']>, value: string) =>
      decideOn(all({ field: 'held_by', operator: 'is', values: [value] }), {
        chat: { ...CHAT, ...chat },
      }).fires
    assert.equal(heldBy({}, 'team'), true)
    assert.equal(heldBy({ team_id: null }, 'nobody'), true)
    assert.equal(heldBy({ assignee_id: 'ada' }, 'member'), true)
    assert.equal(heldBy({ assignee_id: 'robo', is_bots: true }, 'bot'), true)
    assert.equal(heldBy({ assignee_id: 'ada', holder: 'platform_agent' }, 'other_app'), true)
  })

  test('compares custom fields as numbers, dates and texts, and an absent one is never small', () => {
    assert.equal(fires('field', 'is', ['gold'], 'plan'), true)
    assert.equal(fires('field', 'at_least', ['9'], 'seats'), true)
    assert.equal(fires('field', 'at_most', ['9'], 'seats'), false)
    assert.equal(fires('field', 'at_least', ['2026-11-30'], 'renews'), true)
    assert.equal(fires('field', 'at_most', ['9'], 'missing'), false)
    assert.equal(fires('field', 'at_least', ['0'], 'missing'), false)
    assert.equal(fires('field', 'is', ['none'], 'missing'), true)
    assert.equal(fires('ticket_status', 'is', ['none']), true)
  })

  test('looks at the type and the custom fields of a ticket, apart from those of the contact', () => {
    const ticket = { status: 'open', priority: 'low', type_id: 'return', fields: { plan: 'basic' } }
    const on = (condition: Condition) => decideOn(all(condition), { ticket }).fires
    assert.equal(on({ field: 'ticket_type', operator: 'is', values: ['return'] }), true)
    assert.equal(on({ field: 'ticket_type', operator: 'is', values: ['none'] }), false)
    const basic = { operator: 'is' as const, values: ['basic'], key: 'plan' }
    assert.equal(on({ field: 'ticket_field', ...basic }), true)
    assert.equal(on({ field: 'field', ...basic }), false)
    assert.equal(fires('ticket_field', 'is', ['none'], 'plan'), true, 'no ticket')
  })

  test('finds whole words without regard to case, accents and the script of digits', () => {
    assert.equal(fires('text', 'contains', ['cafe']), true)
    assert.equal(fires('text', 'contains', ['CAFÉ ORDER']), true)
    assert.equal(fires('text', 'contains', ['caf']), false)
    assert.equal(fires('text', 'contains', ['12']), true)
    assert.equal(fires('text', 'contains', ['refund', 'late']), true)
    assert.equal(fires('text', 'contains_all', ['refund', 'late']), false)
    assert.equal(fires('text', 'contains_none', ['refund']), true)
    assert.equal(containsWords('Great 👍', foldText('Great 👍'), '👍'), true)
    assert.equal(containsWords('नमस्ते जी', foldText('नमस्ते जी'), 'नमस्ते'), true)
    assert.equal(containsWords('नमस्ता', foldText('नमस्ता'), 'नमस्ते'), false)
  })

  test('nests groups once', () => {
    const nested = (team: string): Rule['conditions'] => ({
      match: 'all',
      conditions: [
        { field: 'status', operator: 'is', values: ['open'] },
        {
          match: 'any',
          conditions: [
            { field: 'team_id', operator: 'is', values: [team] },
            { field: 'tag_id', operator: 'is', values: ['new'] },
          ],
        },
      ],
    })
    assert.equal(decideOn(nested('sales')).fires, true)
    assert.equal(decideOn(nested('support')).fires, false)
  })

  test('looks at what contacts do unless it says otherwise', () => {
    const trigger: Trigger = { on: 'conversation_updated' }
    const moment = momentWith({
      events: ['conversation_updated'],
      by: 'member',
      changed: ['team_id'],
    })
    const on = (more: Partial<Trigger>) =>
      decide(ruleWith(all(), { ...trigger, ...more }), moment, isOpen)
    assert.deepEqual(on({}), { fires: false, miss: 'author', seen: [] })
    assert.equal(on({ by: ['member'] }).fires, true)
    assert.deepEqual(on({ by: ['member'], changed: ['status'] }), {
      fires: false,
      miss: 'unchanged',
      seen: [],
    })
    assert.equal(on({ by: ['member'], changed: ['status', 'team_id'] }).fires, true)
  })

  test('never looks at what it caused, and nothing follows three firings', () => {
    const miss = (chain: string[]) => {
      const decision = decideOn(all(), { chain })
      return decision.fires ? 'fires' : decision.miss
    }
    assert.equal(miss(['other', 'rule']), 'own_event')
    assert.equal(miss(['a', 'b']), 'fires')
    assert.equal(miss(['a', 'b', 'c']), 'chain')
  })
})

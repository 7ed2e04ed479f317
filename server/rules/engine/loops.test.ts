import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTOR_TYPES } from '#shared/actors.ts'
import { RULE_CHANGES, RULE_EVENTS, RULES_MAX } from '#shared/rules.ts'
import type { RuleEvent } from '#shared/rules.ts'
import type { Condition } from '#shared/rule-parts.ts'
import { createRandom } from '#test/create-random.ts'
import { createRuleIndex } from './create-rule-index.ts'
import type { ChatSnapshot, Moment } from './moment.ts'
import type { Rule } from './rule.ts'
import { step } from './step.ts'

const SETS = 10_000
const RULES = 8

/** What a rule of the test does: it sets the team, tags, closes, or sends a message. */
const EFFECTS = ['team', 'tag', 'status', 'message'] as const

function toRule(id: string, random: (below: number) => number): Rule & { effect: string } {
  const some = <T>(of: readonly T[]) => of.filter(() => random(2) === 0)
  const conditions: Condition[] = [
    { field: 'team_id' as const, operator: 'is_not' as const, values: [`t${random(2)}`] },
    { field: 'status' as const, operator: 'is' as const, values: [random(2) ? 'open' : 'closed'] },
  ].filter(() => random(3) === 0)
  const on = RULE_EVENTS[random(RULE_EVENTS.length)]!
  const changed = on === 'conversation_updated' ? some(RULE_CHANGES) : []
  return {
    id,
    name: id,
    trigger: { on, by: [...ACTOR_TYPES], changed },
    conditions: { match: random(2) ? 'all' : 'any', conditions },
    actions: [],
    repeat: 'always',
    stops: random(5) === 0,
    effect: EFFECTS[random(EFFECTS.length)]!,
  }
}

function change(chat: ChatSnapshot, effect: string): ChatSnapshot {
  if (effect === 'team') return { ...chat, team_id: chat.team_id === 't0' ? 't1' : 't0' }
  if (effect === 'status') return { ...chat, status: chat.status === 'open' ? 'closed' : 'open' }
  return chat
}

const CHANGED = { team: 'team_id', tag: 'tag_id', status: 'status' } as const

const CHAT: ChatSnapshot = {
  id: 'c',
  channel_id: 'c',
  channel_type: 'whatsapp',
  person_id: 'p',
  status: 'open',
  assignee_id: null,
  is_bots: false,
  holder: null,
  priority: null,
  team_id: null,
  tag_ids: [],
  unread: false,
  waiting_since: null,
  closed_at: null,
  opened_at: '2026-11-25T10:00:00.000Z',
  last_message: null,
  last_inbound_id: null,
}

test(`${SETS} random sets of rules end after each event, however they answer each other`, () => {
  const around = {
    isOpen: () => true,
    addBusinessTime: () => undefined,
    hasFired: () => false,
  }
  const most = RULES + RULES * (RULES - 1) + RULES * (RULES - 1) * (RULES - 2)
  let longest = 0
  let chained = 0
  for (let seed = 1; seed <= SETS; seed++) {
    const random = createRandom(seed)
    const rules = Array.from({ length: RULES }, (_, index) => toRule(`r${index}`, random))
    const find = createRuleIndex(rules)
    let position = 1
    let state = CHAT
    const first: Moment = {
      position,
      at: 0,
      events: ['message_received', 'conversation_created'],
      by: 'person',
      chain: [],
      changed: [],
      chat: state,
      contact: { opted_out: false, language: 'pt-BR', fields: {} },
      message: null,
      ticket: null,
    }
    const log = [first]
    let firings = 0
    for (let moment = log.shift(); moment; moment = log.shift())
      for (const outcome of step(find, moment, around)) {
        if (outcome.kind !== 'fire') continue
        assert.ok(!moment.chain.includes(outcome.rule.id), 'a rule never runs on its own event')
        firings++
        const { effect, id } = outcome.rule as Rule & { effect: keyof typeof CHANGED | 'message' }
        state = change(state, effect)
        const events: RuleEvent[] = [effect === 'message' ? 'message_sent' : 'conversation_updated']
        const changed = effect === 'message' ? [] : [CHANGED[effect]]
        const chain: string[] = [...moment.chain, id]
        position++
        log.push({ ...first, position, events, by: 'rule', chain, changed, chat: state })
        if (chain.length > 1) chained++
        assert.ok(chain.length <= RULES_MAX.chain)
        assert.ok(firings <= most, `seed ${seed} goes on`)
      }
    longest = Math.max(longest, firings)
  }
  // Otherwise the sets would show nothing.
  assert.ok(longest > RULES, `at most ${longest} firings followed one event`)
  assert.ok(chained > SETS / 2, `${chained} firings followed another`)
})

import type { Moment } from './moment.ts'
import type { Rule } from './rule.ts'
import type { Condition, ConditionGroup } from '#shared/rule-parts.ts'
import { isTriggered } from './decide.ts'

/** The rules to evaluate at a moment, in their order. */
export type RuleIndex = (moment: Moment) => Rule[]

/** Fields whose value every firing needs, if all conditions must be true. */
const NECESSARY = ['channel_id', 'team_id', 'channel_type'] as const

/**
 * Creates a function that finds the rules of a moment by their trigger, and leaves out those that name another channel or team. These
 * leave no trace; `explainChat` evaluates them when somebody asks.
 */
export function createRuleIndex(rules: readonly Rule[]): RuleIndex {
  const entries = rules.map((rule) => ({ rule, needs: necessaryOf(rule) }))
  const byTrigger = Map.groupBy(entries, ({ rule }) => rule.trigger.on)
  const order = new Map(rules.map((rule, index) => [rule, index]))
  const timers = entries.filter(({ rule }) => isTriggered(rule, NO_EVENTS))
  return (moment) => {
    const found = [
      ...timers,
      ...moment.events.flatMap((event) => byTrigger.get(event) ?? []),
    ].filter(({ needs }) =>
      needs.every(({ field, values }) => values.has(moment.chat[field] ?? 'none')),
    )
    return found
      .map(({ rule }) => rule)
      .toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
  }
}

const NO_EVENTS = { events: [] } as unknown as Moment

/** Returns the values that a rule needs in fields of the conversation. */
function necessaryOf({ conditions: { match, conditions } }: Rule) {
  if (match !== 'all') return []
  return conditions.filter(isPlain).flatMap(({ field, operator, values }) => {
    const known = NECESSARY.find((each) => each === field)
    return known && operator === 'is' ? [{ field: known, values: new Set(values) }] : []
  })
}

function isPlain(each: Condition | ConditionGroup): each is Condition {
  return !('match' in each)
}

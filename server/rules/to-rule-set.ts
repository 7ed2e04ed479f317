import { findHoursOf } from '#business-hours/find-hours-of.ts'
import type { Scope } from '#db/context.ts'
import { selectFrom } from '#db/select-from.ts'
import { createHours } from '#lib/hours/create-hours.ts'
import type { Condition, ConditionGroup } from '#shared/rule-parts.ts'
import { createRuleIndex } from './engine/create-rule-index.ts'
import type { RuleIndex } from './engine/create-rule-index.ts'
import type { Rule } from './engine/rule.ts'
import type { Surroundings } from './engine/step.ts'
import type { Needs } from './read-facts.ts'

/** Rules to evaluate, with what they look at. */
export type RuleSet = {
  rules: Rule[]
  find: RuleIndex
  needs: Needs
  hours: Pick<Surroundings, 'isOpen' | 'addBusinessTime'>
}

/** A rule that is on. `live_since`: when it was switched on last. */
export type LiveRule = Rule & { live_since: Date | null }

/** Reads the rules that are on, in the order in which they run. */
export async function readLiveRules(scope: Scope): Promise<LiveRule[]> {
  return selectFrom(scope, 'rules')
    .select(['id', 'name', 'trigger', 'conditions', 'actions', 'repeat', 'stops', 'live_since'])
    .where('is_on', '=', true)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/** Prepares rules for evaluation. */
export async function toRuleSet(scope: Scope, rules: Rule[]): Promise<RuleSet> {
  const conditions = rules.flatMap((rule) => plainConditions(rule.conditions.conditions))
  const needsHours =
    conditions.some(({ field }) => field === 'within_business_hours') ||
    rules.some(({ trigger }) => trigger.in_business_hours)
  return {
    rules,
    find: createRuleIndex(rules),
    needs: {
      nth: conditions.some(({ field }) => field === 'nth_message'),
      bots: conditions.some(({ field }) => field === 'held_by'),
      inbound: rules.some(({ trigger }) => trigger.on === 'silent'),
    },
    hours: needsHours ? await readHours(scope) : WITHOUT_HOURS,
  }
}

/** Returns the conditions without their groups. */
export function plainConditions(given: readonly (Condition | ConditionGroup)[]): Condition[] {
  return given.flatMap((each) => ('match' in each ? each.conditions : [each]))
}

const WITHOUT_HOURS: RuleSet['hours'] = {
  isOpen: () => undefined,
  addBusinessTime: (_team, from, duration) => from + duration,
}

/** Reads the business hours of all teams. Where nobody has set any, all hours count. */
async function readHours(scope: Scope): Promise<RuleSet['hours']> {
  const teams = await selectFrom(scope, 'teams').select('id').execute()
  const found = await findHoursOf(scope, [null, ...teams.map(({ id }) => id)])
  const byTeam = new Map([...found].map(([id, hours]) => [id, hours && createHours(hours)]))
  const hoursOf = (teamId: string | null) => byTeam.get(teamId) ?? byTeam.get(null)
  return {
    isOpen: (teamId, at) => hoursOf(teamId)?.isOpenAt(at),
    addBusinessTime(teamId, from, duration) {
      const hours = hoursOf(teamId)
      return hours ? hours.after(from, duration) : from + duration
    },
  }
}

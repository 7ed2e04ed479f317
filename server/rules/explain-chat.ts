import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import { FOLLOWED_EVENT_TYPES } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import type { StoredMiss } from '#shared/rule-parts.ts'
import { RULE_CHECKS_KEPT_DAYS, RULE_TRIAL_MAX } from '#shared/rules.ts'
import { decide, isTriggered } from './engine/decide.ts'
import type { Moment } from './engine/moment.ts'
import { step } from './engine/step.ts'
import type { Outcome, Surroundings } from './engine/step.ts'
import { withoutTexts } from './fire.ts'
import { readMoments } from './read-moments.ts'
import { toSteps } from './read-steps.ts'
import type { LoggedEvent, Step } from './read-steps.ts'
import type { Miss } from './schema.ts'
import { readLiveRules, toRuleSet } from './to-rule-set.ts'
import type { LiveRule, RuleSet } from './to-rule-set.ts'

/** Most events of a conversation that are explained. */
const EVENTS = 100

const DAY_MS = 86_400_000

/** What was stored for an event. */
type Stored = { event_position: number; misses: readonly StoredMiss[] }

type Fired = { rule_id: string; episode: string; event_position: number }

/**
 * Computes why rules that are on did not fire in a conversation, as far as it was not stored: at its newest 100 events of the last seven
 * days, with the conversation as it was then and the rules as they are now. Each rule that did not fire has at least one reason, here or
 * in `stored`.
 */
export async function explainChat(
  scope: Scope,
  chatId: string,
  stored: readonly Stored[],
): Promise<Miss[]> {
  const rules = await readLiveRules(scope)
  if (rules.length === 0) return []
  const set = await toRuleSet(scope, rules)
  const moments = await readMoments(scope, await readChatSteps(scope, chatId), set.needs)
  const fired = await selectFrom(scope, 'rule_firings')
    .select(['rule_id', 'episode', 'event_position'])
    .where('chat_id', '=', chatId)
    .execute()
  const found = [
    ...(await readWaiting(scope, chatId)),
    ...explainMoments(rules, set, moments, { stored, fired }),
  ]
  const explained = new Set([
    ...found.map(({ rule_id }) => rule_id),
    ...fired.map(({ rule_id }) => rule_id),
    ...stored.flatMap(({ misses }) => misses.map(({ rule_id }) => rule_id)),
  ])
  const at = moments.at(-1)?.at ?? scope.clock.now().getTime()
  const others = rules.filter(({ id }) => !explained.has(id))
  return [
    ...found,
    ...others.map((rule): Found => ({
      rule_id: rule.id,
      miss: wasOff(rule, at) ? 'off' : 'trigger',
      seen: [],
      due_at: null,
      created_at: new Date(at),
    })),
  ].map((each) => ({ ...each, conversation_id: chatId }))
}

type Found = Omit<Miss, 'conversation_id'>

function wasOff({ live_since: since }: LiveRule, at: number): boolean {
  return since !== null && at < since.getTime()
}

function explainMoments(
  rules: LiveRule[],
  set: RuleSet,
  moments: readonly Moment[],
  { stored, fired }: { stored: readonly Stored[]; fired: readonly Fired[] },
): Found[] {
  const nameOf = (ruleId: string, position: number) => `${ruleId} ${position}`
  const known = new Set([
    ...stored.flatMap(({ event_position: position, misses }) =>
      misses.map(({ rule_id }) => nameOf(rule_id, position)),
    ),
    ...fired.map(({ rule_id, event_position: position }) => nameOf(rule_id, position)),
  ])
  const around: Surroundings = {
    ...set.hours,
    hasFired: (rule, key, { position }) =>
      fired.some(
        (each) =>
          each.rule_id === rule.id && each.episode === key && each.event_position < position,
      ),
  }
  const live = new Map<string, LiveRule>(rules.map((rule) => [rule.id, rule]))
  return moments.flatMap((moment) => {
    // Also those that the index leaves out.
    const all = rules.filter((rule) => isTriggered(rule, moment))
    return step(() => all, moment, around).flatMap((outcome): Found[] => {
      const { id } = outcome.rule
      if (known.has(nameOf(id, moment.position))) return []
      const common = { rule_id: id, due_at: null, created_at: new Date(moment.at) }
      if (wasOff(live.get(id)!, moment.at)) return [{ ...common, miss: 'off', seen: [] }]
      const miss = toMiss(outcome, moment, set)
      return miss ? [{ ...common, miss: miss.miss, seen: withoutTexts(miss.seen) }] : []
    })
  })
}

/** Returns why an outcome is no firing. A wait for a state begins only if the index does not leave the rule out. */
function toMiss(outcome: Outcome, moment: Moment, set: RuleSet) {
  if (outcome.kind === 'miss') return outcome
  if (outcome.kind === 'fire' || set.find(moment).includes(outcome.rule)) return undefined
  const decision = decide(outcome.rule, moment, set.hours.isOpen, true)
  return decision.fires ? undefined : decision
}

async function readWaiting(scope: Scope, chatId: string): Promise<Found[]> {
  const timers = await selectFrom(scope, 'rule_timers')
    .select(['rule_id', 'due_at', 'moment'])
    .where('chat_id', '=', chatId)
    .execute()
  return timers.map(({ rule_id, due_at, moment }) => ({
    rule_id,
    miss: 'waits',
    seen: [],
    due_at,
    created_at: new Date(moment.at),
  }))
}

/** Reads the newest steps of a conversation, among the newest events of the workspace that a trial looks at. */
async function readChatSteps(scope: Scope, chatId: string): Promise<Step[]> {
  const types: readonly EventType[] = FOLLOWED_EVENT_TYPES.rules
  const since = new Date(scope.clock.now().getTime() - RULE_CHECKS_KEPT_DAYS * DAY_MS)
  const { rows } = await prepared<LoggedEvent>`
    select type, position, body, cause, created_at, xid from (
      select type, position, body, cause, created_at, xmin::text as xid from events
      where workspace_id = ${scope.workspaceId} and type = any (${types}::text[]) and created_at > ${since}::timestamptz
      order by position desc limit ${RULE_TRIAL_MAX.events}::int
    ) as newest
    where strpos(body, ${chatId}) > 0
    order by position desc limit ${EVENTS}::int`.execute(scope.db)
  const { steps } = await toSteps(scope, rows.toReversed())
  return steps.filter((each) => each.chatId === chatId)
}

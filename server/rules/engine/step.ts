import type { RuleMiss } from '#shared/rules.ts'
import type { SeenCondition } from '#shared/rule-parts.ts'
import { decide } from './decide.ts'
import type { IsOpen } from './decide.ts'
import { findEpisode, isTimer, toEpisode } from './find-episode.ts'
import type { AddBusinessTime } from './find-episode.ts'
import type { RuleIndex } from './create-rule-index.ts'
import type { Moment } from './moment.ts'
import type { Rule } from './rule.ts'

/** What rules look at besides a moment: business hours, and whether a rule has fired under a key at another event. */
export type Surroundings = {
  isOpen: IsOpen
  addBusinessTime: AddBusinessTime
  hasFired: (rule: Rule, key: string, moment: Moment) => boolean
}

/** What a rule does at a moment. `key` makes a firing unique in its conversation; `state` must still last when a wait is due. */
export type Outcome = { rule: Rule } & (
  | { kind: 'fire'; key: string; seen: SeenCondition[] }
  | { kind: 'wait'; key: string; state: string | null; dueAt: number }
  | { kind: 'miss'; miss: RuleMiss; seen: SeenCondition[] }
)

/** Returns what the rules do at a moment, in their order. All see the conversation as the event left it. */
export function step(find: RuleIndex, moment: Moment, around: Surroundings): Outcome[] {
  const outcomes: Outcome[] = []
  let isStopped = false
  for (const rule of find(moment)) {
    if (isStopped && isTimer(rule.trigger.on)) continue
    const outcome: Outcome | undefined = isStopped
      ? { rule, kind: 'miss', miss: 'stopped', seen: [] }
      : stepOne(rule, moment, around)
    if (outcome) outcomes.push(outcome)
    if (outcome?.kind === 'fire' && rule.stops) isStopped = true
  }
  return outcomes
}

function stepOne(rule: Rule, moment: Moment, around: Surroundings): Outcome | undefined {
  const { on, after_minutes: minutes = 0 } = rule.trigger
  const episode = toEpisode(rule, moment, around.addBusinessTime)
  const isState = isTimer(on)
  if (isState) {
    if (!episode || moment.chain.length > 0) return undefined
    if (around.hasFired(rule, episode.key, moment)) return undefined
    const wait = { state: findEpisode(rule, moment.chat)!.key, ...episode }
    // It has lasted long enough: what changed now may have made the conditions true.
    if (episode.dueAt <= moment.at) return stepDue(rule, wait, moment, around)
    return { rule, kind: 'wait', ...wait }
  }
  const decision = decide(rule, moment, around.isOpen)
  if (!decision.fires) return { rule, kind: 'miss', miss: decision.miss, seen: decision.seen }
  if (!episode) return { rule, kind: 'miss', miss: 'ended', seen: [] }
  if (around.hasFired(rule, episode.key, moment))
    return { rule, kind: 'miss', miss: 'repeated', seen: [] }
  return minutes > 0
    ? { rule, kind: 'wait', state: null, ...episode }
    : { rule, kind: 'fire', key: episode.key, seen: decision.seen }
}

/** Returns what a rule does whose wait is due, or when it is due instead because its time began again. */
export function stepDue(
  rule: Rule,
  wait: { key: string; state: string | null; dueAt: number },
  moment: Moment,
  around: Surroundings,
): Outcome {
  const miss = (reason: RuleMiss, seen: SeenCondition[] = []): Outcome => ({
    rule,
    kind: 'miss',
    miss: reason,
    seen,
  })
  if (wait.state !== null) {
    if (findEpisode(rule, moment.chat)?.key !== wait.state) return miss('ended')
    const now = toEpisode(rule, moment, around.addBusinessTime)
    if (!now) return miss('ended')
    if (now.dueAt > wait.dueAt) return { rule, kind: 'wait', ...wait, dueAt: now.dueAt }
  }
  if (around.hasFired(rule, wait.key, moment)) return miss('repeated')
  const decision = decide(rule, moment, around.isOpen, true)
  return decision.fires
    ? { rule, kind: 'fire', key: wait.key, seen: decision.seen }
    : miss(decision.miss, decision.seen)
}

import type { Scope } from '#db/context.ts'
import type { Moment } from './engine/moment.ts'
import { step } from './engine/step.ts'
import { fire } from './fire.ts'
import { fireDue } from './fire-due.ts'
import { readFired } from './read-fired.ts'
import { readMoments } from './read-moments.ts'
import { readLiveRules, toRuleSet } from './to-rule-set.ts'
import type { RuleSet } from './to-rule-set.ts'
import { readSteps } from './read-steps.ts'
import { stopLoop } from './stop-loop.ts'
import { storeMisses } from './store-misses.ts'
import type { NewMiss } from './store-misses.ts'
import { storeWaits } from './store-waits.ts'
import type { NewWait } from './store-waits.ts'
import { switchOffBroken } from './switch-off-broken.ts'

/** Most events of a page. Its conversations are read together, and a turn must end soon after the time it may take. */
const PAGE = 100

/**
 * Lets the rules of a workspace act on what has happened since `position`, and on what is due. A rule that names something deleted is
 * switched off first. It comes to the same end when it is run again: a firing is unique by its rule, conversation and key.
 */
export async function followRules(
  scope: Scope,
  { position, head }: { position: number; head: number },
  isOver: () => boolean,
): Promise<{ position: number; dueAt: Date | null }> {
  const rules = await switchOffBroken(scope, await readLiveRules(scope))
  if (rules.length === 0) return { position: head, dueAt: null }
  const set = await toRuleSet(scope, rules)
  // What is due does not wait for a long queue of events.
  await fireDue(scope, set, isOver)
  let at = position
  while (at < head && !isOver()) {
    const page = await readSteps(scope, { after: at, upTo: head, limit: PAGE })
    const moments = await readMoments(scope, page.steps, set.needs)
    const endedAt = await actOn(scope, set, moments, (each) => page.ends.has(each) && isOver())
    at = endedAt ?? page.position
  }
  return { position: at, dueAt: await fireDue(scope, set, isOver) }
}

/** Lets rules act on moments. Returns the position of the one after which `isEnd` was true, or undefined if it acted on all. */
async function actOn(
  scope: Scope,
  set: RuleSet,
  moments: readonly Moment[],
  isEnd: (position: number) => boolean,
): Promise<number | undefined> {
  const chatIds = moments.map(({ chat }) => chat.id)
  const fired = await readFired(scope, set.rules, chatIds)
  const around = { ...set.hours, hasFired: fired.hasFired }
  const stopped = new Set<string>()
  const waits: NewWait[] = []
  const misses: NewMiss[] = []
  let endedAt: number | undefined
  for (const moment of moments) {
    for (const outcome of step(set.find, moment, around)) {
      const { rule, kind } = outcome
      if (stopped.has(rule.id)) continue
      if (kind === 'wait') waits.push({ ...outcome, moment })
      else if (kind === 'miss') misses.push({ ...outcome, moment })
      else if (await stopLoop(scope, rule, moment)) stopped.add(rule.id)
      else {
        await fire(scope, { ...outcome, moment })
        fired.add(rule, outcome.key, moment)
      }
    }
    if (!isEnd(moment.position)) continue
    endedAt = moment.position
    break
  }
  await storeWaits(scope, waits)
  await storeMisses(scope, misses)
  return endedAt
}

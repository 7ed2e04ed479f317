import type { Scope } from '#db/context.ts'
import { prepared } from '#db/prepared.ts'
import { selectFrom } from '#db/select-from.ts'
import type { WaitingMoment } from '#shared/rule-parts.ts'
import type { Moment } from './engine/moment.ts'
import type { Rule } from './engine/rule.ts'
import { stepDue } from './engine/step.ts'
import { fire } from './fire.ts'
import { readFired } from './read-fired.ts'
import { readPresent } from './read-present.ts'
import type { RuleSet } from './to-rule-set.ts'
import { stopLoop } from './stop-loop.ts'
import { storeMisses } from './store-misses.ts'
import { storeWaits } from './store-waits.ts'

/** Most waits that are looked at together. */
const PAGE = 200

type Timer = {
  rule_id: string
  chat_id: string
  episode: string
  state: string | null
  due_at: Date
  moment: WaitingMoment
}

/** Lets rules act whose wait is over. Returns when the next one is: null if none waits. */
export async function fireDue(
  scope: Scope,
  set: RuleSet,
  isOver: () => boolean,
): Promise<Date | null> {
  const rules = new Map(set.rules.map((rule) => [rule.id, rule]))
  for (;;) {
    const timers = await readTimers(scope)
    const due = timers.filter((each) => each.due_at <= scope.clock.now())
    if (due.length === 0 || isOver()) return timers[0]?.due_at ?? null
    const present = await readPresent(scope, due, set.needs)
    const fired = await readFired(
      scope,
      set.rules,
      due.map((each) => each.chat_id),
    )
    const around = { ...set.hours, hasFired: fired.hasFired }
    for (const [index, timer] of due.entries()) {
      if (isOver()) return timer.due_at
      const rule = rules.get(timer.rule_id)
      const moment = present[index]
      if (rule && moment) await act(scope, { rule, timer, moment }, around)
      else await forget(scope, timer)
    }
  }
}

async function readTimers(scope: Scope): Promise<Timer[]> {
  return selectFrom(scope, 'rule_timers')
    .select(['rule_id', 'chat_id', 'episode', 'state', 'due_at', 'moment'])
    .orderBy('due_at')
    .limit(PAGE)
    .execute()
}

async function act(
  scope: Scope,
  { rule, timer, moment }: { rule: Rule; timer: Timer; moment: Moment },
  around: Parameters<typeof stepDue>[3],
): Promise<void> {
  const wait = { key: timer.episode, state: timer.state, dueAt: timer.due_at.getTime() }
  const outcome = stepDue(rule, wait, moment, around)
  if (outcome.kind === 'wait') {
    await storeWaits(scope, [{ ...outcome, moment }])
    return
  }
  if (outcome.kind === 'fire' && !(await stopLoop(scope, rule, moment)))
    await fire(scope, { ...outcome, moment })
  if (outcome.kind === 'miss')
    await storeMisses(scope, [{ ...outcome, moment, at: timer.due_at }], true)
  // A firing has deleted it, unless it was made before.
  await forget(scope, timer)
}

/** Deletes a wait, unless it has begun again meanwhile. */
async function forget(scope: Scope, { rule_id, chat_id, episode, due_at }: Timer): Promise<void> {
  await prepared`
    delete from rule_timers
    where workspace_id = ${scope.workspaceId} and rule_id = ${rule_id} and chat_id = ${chat_id}
      and episode = ${episode} and due_at = ${due_at}::timestamptz`.execute(scope.db)
}

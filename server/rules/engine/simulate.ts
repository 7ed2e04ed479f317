import type { RuleIndex } from './create-rule-index.ts'
import type { ChatSnapshot, Moment } from './moment.ts'
import type { Rule } from './rule.ts'
import { step, stepDue } from './step.ts'
import type { Outcome, Surroundings } from './step.ts'

/** A firing that would have been made, or the reason why not, and when. */
type Simulated<Kind extends Outcome['kind']> = Extract<Outcome, { kind: Kind }> & { moment: Moment }

type Wait = Extract<Outcome, { kind: 'wait' }> & { moment: Moment }

/**
 * Returns what rules would have done at moments, in their order, and at the times between them, until `now`, in milliseconds since 1970. `add`
 * keeps the firings. Nothing that the rules would have changed is changed.
 */
export function simulate(
  find: RuleIndex,
  moments: readonly Moment[],
  around: Surroundings & { add: (rule: Rule, key: string, moment: Moment) => void },
  now: number,
): { firings: Simulated<'fire'>[]; misses: Simulated<'miss'>[] } {
  const firings: Simulated<'fire'>[] = []
  const misses: Simulated<'miss'>[] = []
  const waits = new Map<string, Wait>()
  const chats = new Map<string, ChatSnapshot>()
  let nextAt = Infinity

  function take(outcome: Outcome, moment: Moment): void {
    if (outcome.kind === 'miss') misses.push({ ...outcome, moment })
    else if (outcome.kind === 'fire') {
      firings.push({ ...outcome, moment })
      around.add(outcome.rule, outcome.key, moment)
    } else {
      const name = `${outcome.rule.id} ${moment.chat.id} ${outcome.key}`
      if (outcome.state !== null || !waits.has(name)) waits.set(name, { ...outcome, moment })
      nextAt = Math.min(nextAt, outcome.dueAt)
    }
  }

  /** Lets what is due before a time act, in the order of its times. */
  function passUntil(time: number): void {
    while (nextAt <= time) {
      const [name, wait] = earliest(waits) ?? []
      nextAt = wait?.dueAt ?? Infinity
      if (!name || !wait || wait.dueAt > time) return
      waits.delete(name)
      const chat = chats.get(wait.moment.chat.id)!
      const isState = wait.state !== null
      const moment: Moment = {
        ...wait.moment,
        ...(isState && { chain: [], by: 'person' }),
        at: wait.dueAt,
        chat,
      }
      take(stepDue(wait.rule, wait, moment, around), moment)
    }
  }

  for (const moment of moments) {
    passUntil(moment.at - 1)
    chats.set(moment.chat.id, moment.chat)
    for (const outcome of step(find, moment, around)) take(outcome, moment)
  }
  passUntil(now)
  return { firings, misses }
}

function earliest(waits: ReadonlyMap<string, Wait>): [string, Wait] | undefined {
  let found: [string, Wait] | undefined
  for (const each of waits) if (!found || each[1].dueAt < found[1].dueAt) found = each
  return found
}

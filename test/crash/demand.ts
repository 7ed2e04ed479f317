import type { Entry, WorkKind } from './ledger.ts'
import type { Part } from './part.ts'

/** The number of answers that each round needs before its kill. */
export const WORK_PER_ROUND = 10

const KINDS: WorkKind[] = ['send', 'contact', 'ticket', 'inbound', 'form']

/** Returns a problem for each way in which a run had too little answered work to show anything. */
export function demandWork(entries: Pick<Entry, 'kind' | 'state'>[], rounds: number): string[] {
  const promised = entries.filter(({ state }) => state === 'promised')
  const problems = KINDS.filter((kind) => !promised.some((each) => each.kind === kind)).map(
    (kind) => `no request of the kind ${kind} was answered, so the run shows nothing about it`,
  )
  if (promised.length < rounds * WORK_PER_ROUND)
    problems.push(`only ${promised.length} requests were answered in ${rounds} rounds`)
  return problems
}

/**
 * Returns a problem if a round killed nothing, or if a part was never killed although it had its turn. `isRandom`: the
 * parts had no turns.
 */
export function demandKills(
  victims: Pick<Part, 'name' | 'kills'>[],
  rounds: number,
  isRandom: boolean,
): string[] {
  const count = victims.reduce((sum, { kills }) => sum + kills.length, 0)
  const spared = victims
    .slice(0, isRandom ? 0 : rounds)
    .filter(({ kills }) => kills.length === 0)
    .map(({ name }) => `the ${name} was never killed`)
  return count < rounds ? [...spared, `only ${count} of ${rounds} rounds killed something`] : spared
}

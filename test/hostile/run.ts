import type { HostileReport } from './report.ts'
import type { Sinks } from './sinks.ts'

/** The shared state of a run. `names` are the current answers for the attacker's names. */
export type Run = {
  report: HostileReport
  sinks: Sinks
  names: { areInside: boolean; areLateInside: boolean }
}

import type { HostileReport } from './report.ts'
import type { Sinks } from './sinks.ts'

/** What all parts of a run share. `names` says what the attacker's names answer just now. */
export type Run = {
  report: HostileReport
  sinks: Sinks
  names: { areInside: boolean; areLateInside: boolean }
}

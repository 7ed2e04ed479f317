import type { SlaTarget } from './compute-targets.ts'
import type { FoundRound } from './find-rounds.ts'

/** A round with its targets. `isCanceled`: its policy was deleted. */
export type ComputedRound = {
  round: FoundRound
  teamId: string | null
  targets: SlaTarget[]
  isCanceled: boolean
  revision: number
}

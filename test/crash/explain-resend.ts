import { OUTCOME_KEPT_MS } from '#lanes/record-outcome.ts'
import type { Kill } from './part.ts'

/** The platform may note a message a moment after its sender was killed. */
const NOTED_MS = 1_000

/** Maximum time from the platform's response until it is stored, also while the database restarts. */
const STORED_MS = 15_000

/** Explains why a message that the platform received at `at` was sent again; undefined if no kill does. */
export function explainResend(at: number, kills: Kill[]): string | undefined {
  const killed = kills.find((kill) => {
    if (kill.at > at + STORED_MS) return false
    if (kill.backAt !== undefined) return kill.backAt >= at + OUTCOME_KEPT_MS
    return /^(worker|instance)/.test(kill.name) && kill.at >= at - NOTED_MS
  })
  return killed && `the ${killed.name} was ${killed.how ?? 'killed'}`
}

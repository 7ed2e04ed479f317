import { OUTCOME_KEPT_MS } from '#lanes/record-outcome.ts'
import type { Kill } from './part.ts'

/** A call of a worker as the other side saw it. Times are in ms since 1970; `sender` is the worker's process. */
type SeenCall = { at: number; sender: number; answeredAt?: number | undefined }

/** Maximum time from the response to the log while the database is available. */
const RECORDED_MS = 2_000

/** Maximum time from the return of the database to the log: one attempt to record it may have been lost. */
const RECORDED_AGAIN_MS = 8_000

/** The other side may note a call a moment after its sender was killed. */
const NOTED_MS = 1_000

/** The time limit of a call that got no response. */
const CALL_MS = 10_000

/**
 * Returns whether a kill explains why a call's response was not recorded: one of the process that made the call, or
 * one of the database after which the process could not record it for as long as it tries.
 */
export function couldNotRecord(kill: Kill, call: SeenCall, kills: Kill[]): boolean {
  const { at, answeredAt = at + CALL_MS, sender } = call
  if (isOfDatabase(kill))
    return kill.at <= answeredAt + RECORDED_MS && kill.backAt! >= answeredAt + OUTCOME_KEPT_MS
  // A process that was frozen before it made the call made it afterwards.
  if (kill.pid !== sender || kill.at < at - NOTED_MS) return false
  const backAt = kills
    .filter((each) => isOfDatabase(each) && each.at <= answeredAt + RECORDED_MS)
    .map((each) => each.backAt!)
    .filter((each) => each >= answeredAt)
  return (
    kill.at <= Math.max(answeredAt + RECORDED_MS, ...backAt.map((each) => each + RECORDED_AGAIN_MS))
  )
}

/** Returns whether the database was killed, not a process of the product. */
export function isOfDatabase({ backAt }: Kill): boolean {
  return backAt !== undefined
}

import { createHash } from 'node:crypto'
import type { SimulatorState } from '../state.ts'
import { refusal } from './errors.ts'
import { FLAKY_REFUSALS, magicOutcome } from './magic-recipients.ts'
import type { Fault, FaultTarget } from './fault.ts'

/**
 * Refuses a send that a fault or a magic recipient selects, or returns the code with which it fails later.
 *
 * @throws {GraphError} the refusal
 */
export function strike(state: SimulatorState, target: FaultTarget): number | undefined {
  const outcome = findFault(state, target) ?? magicOutcome(target.waId)
  if (!outcome) return undefined
  if (outcome.manner === 'refused') throw refusal(outcome.code)
  if (outcome.manner === 'failed') return outcome.code
  const key = createHash('sha256').update(target.identity).digest('base64')
  const refused = state.refusals.get(key) ?? 0
  if (refused >= FLAKY_REFUSALS) return undefined
  state.refusals.add(key, refused + 1)
  throw refusal(outcome.code)
}

function findFault(state: SimulatorState, target: FaultTarget): Fault | undefined {
  const fault = state.faults.find(
    ({ phoneNumberId, wabaId, waId, timesLeft }) =>
      timesLeft !== 0 &&
      (phoneNumberId === null || phoneNumberId === target.phoneNumberId) &&
      (wabaId === null || wabaId === target.wabaId) &&
      (waId === null || waId === target.waId),
  )
  if (fault && fault.timesLeft !== null) {
    fault.timesLeft -= 1
    if (fault.timesLeft === 0) state.faults.splice(state.faults.indexOf(fault), 1)
  }
  return fault
}

import type { ErrorManner } from './error-table.ts'

/** A requested fault: which sends it affects, how, and how many more times. */
export interface Fault {
  id: string
  code: number
  manner: ErrorManner
  phoneNumberId: string | null
  wabaId: string | null
  waId: string | null
  timesLeft: number | null
}

/** The properties of a send that select a fault. */
export interface FaultTarget {
  phoneNumberId: string
  wabaId: string
  waId: string | null
  /** Identical for repetitions of the same send. */
  identity: string
}

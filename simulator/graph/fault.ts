import type { ErrorManner } from './error-table.ts'

/** A trouble that was asked for: which sends it strikes, how, and how many more times. */
export interface Fault {
  id: string
  code: number
  manner: ErrorManner
  phoneNumberId: string | null
  wabaId: string | null
  waId: string | null
  timesLeft: number | null
}

/** What a send is known by when faults are looked for. */
export interface FaultTarget {
  phoneNumberId: string
  wabaId: string
  waId: string | null
  /** The same for a repeat of the same send. */
  identity: string
}

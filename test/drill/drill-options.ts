import type { Failure } from './failures.ts'

/**
 * Options of a drill. `rounds`: how often each failure happens, except for the upgrade and the promotion. `release`: the commit
 * of the previous release; by default that of the last release. `logs`: a folder for what the processes log.
 */
export type DrillOptions = {
  failures: readonly Failure[]
  seed: number
  rounds?: number
  release?: string | undefined
  logs?: string | undefined
  /** How much longer the clients pause than the busiest. The default lets both workers keep up on two busy cores. */
  patience?: number
  log: (line: string) => void
}

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
  log: (line: string) => void
}

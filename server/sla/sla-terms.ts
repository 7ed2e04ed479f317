import type { SlaClock, SlaMetric, SlaPause } from '#shared/sla.ts'

/** The terms of a version of a policy, by which the targets of a round are computed. */
export type SlaTerms = {
  clock: SlaClock
  /** The states with which the time of a resolution pauses. Answers never pause. */
  pauses: readonly SlaPause[]
  /** The target of each metric in minutes; null: none. */
  targets: Readonly<Record<SlaMetric, number | null>>
  /** The part of a target after which a warning is due, in percent; null: never. */
  warning_percent: number | null
}

/** A clock that runs at some times: all times are milliseconds since 1970, durations milliseconds. */
export type RunningTime = {
  /** Returns how long the clock runs between two times. */
  between: (from: number, to: number) => number
  /** Returns when the clock has run for `duration` since `from`; undefined if it never does. */
  after: (from: number, duration: number) => number | undefined
}

/** The clock that always runs. */
export const WALL_TIME: RunningTime = {
  between: (from, to) => Math.max(0, to - from),
  after: (from, duration) => from + duration,
}

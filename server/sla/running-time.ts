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

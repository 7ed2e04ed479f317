/** Milliseconds since 1970 with their fractions, the same in every process of the machine. */
export function wallClock(): number {
  return performance.timeOrigin + performance.now()
}

/** Round durations in seconds, from a second to 100 days. */
const DURATIONS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400,
  172_800, 432_000, 864_000, 1_728_000, 4_320_000, 8_640_000,
]

/** The most steps of an axis. */
const STEPS_MAX = 4

/** Returns the ticks of an axis of whole numbers from 0 to at least `max`: round values, at most four steps. */
export function countTicks(max: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, max / STEPS_MAX)))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => max / each <= STEPS_MAX)!
  return ticksOf(step, max)
}

/** Returns the ticks of an axis of seconds from 0 to at least `max`: round durations, at most four steps. */
export function secondTicks(max: number): number[] {
  const step = DURATIONS.find((each) => max / each <= STEPS_MAX) ?? Math.ceil(max / STEPS_MAX)
  return ticksOf(step, max)
}

function ticksOf(step: number, max: number): number[] {
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step)
}

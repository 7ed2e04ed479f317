const STEPS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 86_400,
  172_800, 432_000, 864_000, 1_728_000, 4_320_000, 8_640_000,
]

/** Returns the ticks of an axis of seconds up to `max`: round durations, at most five steps. */
export function secondTicks(max: number): number[] {
  const step = STEPS.find((each) => max / each <= 5) ?? Math.ceil(max / 5)
  return Array.from({ length: Math.max(1, Math.ceil(max / step)) + 1 }, (_, index) => index * step)
}

import assert from 'node:assert/strict'

/** The number of small inputs that are together as large as the whole one. */
const PARTS = 8

/** CPU time in ms that collecting garbage may add to any run. */
const NOISE_MS = 200

/** Returns the CPU time in ms that this process uses for `work`, which other processes do not change. */
export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Asserts that the CPU time of `run` grows in proportion to `size`: one run of the whole size may cost three times as
 * much as eight runs of an eighth. A quadratic cost is eight times as much.
 */
export async function assertLinear(
  size: number,
  run: (size: number) => unknown,
  what = 'the run',
): Promise<void> {
  const part = Math.ceil(size / PARTS)
  // The first run also compiles the code.
  await run(part)
  const parts = await cpuMsOf(async () => {
    for (let count = 0; count < PARTS; count++) await run(part)
  })
  const whole = await cpuMsOf(() => run(size))
  assert.ok(
    whole < 3 * parts + NOISE_MS,
    `${what}: ${whole} ms of CPU time for ${size}, but ${parts} ms for ${PARTS} times ${part}`,
  )
}

import { setTimeout as delay } from 'node:timers/promises'

/** Ends a wait in vain. No test may depend on it: a machine without CPU can take a minute for anything. */
const HANG_MS = 120_000

/** The shortest and longest pause between two checks, and its part of the time waited so far. */
const PAUSE_MS = { min: 15, max: 100 }
const PAUSE_PART = 0.1

/**
 * Polls `check` and returns its first truthy result; fails after `timeoutMs`, by default long after any wait ends. The pauses between
 * checks grow with the wait: a check is often a request, and a test that waits would take the processor from what it waits for.
 */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const startedAt = Date.now()
  const deadline = startedAt + (options.timeoutMs ?? HANG_MS)
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > deadline)
      throw new Error(`Waited in vain for ${options.what ?? check.toString()}.`)
    const grown = (Date.now() - startedAt) * PAUSE_PART
    await delay(Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, grown)))
  }
}

import { setTimeout as delay } from 'node:timers/promises'

/** Ends a wait in vain. No test may depend on it: a machine without CPU can take a minute for anything. */
const HANG_MS = 120_000

/** Polls `check` every few milliseconds and returns its first truthy result; fails after `timeoutMs`, by default long after any wait ends. */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + (options.timeoutMs ?? HANG_MS)
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > deadline)
      throw new Error(`Waited in vain for ${options.what ?? check.toString()}.`)
    await delay(15)
  }
}

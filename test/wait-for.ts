import { setTimeout as delay } from 'node:timers/promises'

/** Polls `check` every few milliseconds and returns its first truthy result; fails after `timeoutMs`. */
export async function waitFor<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + (options.timeoutMs ?? 15_000)
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > deadline)
      throw new Error(`Waited in vain for ${options.what ?? check.toString()}.`)
    await delay(15)
  }
}

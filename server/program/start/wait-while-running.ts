import { setTimeout as delay } from 'node:timers/promises'

/** The parts of a wait. A pause of the process uses up only one of them. */
const STEPS = 20

/**
 * Waits `ms` milliseconds in which this process runs, or until `signal` is aborted. Balancers must notice a drain by
 * probes that this process answers, so the time in which it gets no CPU does not count.
 */
export async function waitWhileRunning(ms: number, signal: AbortSignal): Promise<void> {
  for (let step = 0; ms > 0 && step < STEPS && !signal.aborted; step++)
    await delay(ms / STEPS, undefined, { signal }).catch(() => undefined)
}

import { setTimeout as delay } from 'node:timers/promises'

/** Starts `run` at a steady rate, whether or not earlier runs have ended. Returns all results. */
export async function atRate<T>(
  { perSecond, seconds }: { perSecond: number; seconds: number },
  run: (index: number) => Promise<T>,
): Promise<T[]> {
  const startedAt = performance.now()
  const count = Math.round(perSecond * seconds)
  const runs: Promise<T>[] = []
  while (runs.length < count) {
    const due = Math.min(count, ((performance.now() - startedAt) / 1000) * perSecond)
    while (runs.length < due) runs.push(run(runs.length))
    await delay(1)
  }
  return Promise.all(runs)
}

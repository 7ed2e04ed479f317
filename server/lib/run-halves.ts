import type { Outcome } from './coalesce.ts'

/**
 * Runs the halves of a batch that failed one after the other, and returns the outcome of each call. An error of a half is the error of
 * each of its calls.
 */
export async function runHalves<C, O>(
  calls: readonly C[],
  run: (half: C[]) => Promise<Outcome<O>[]>,
): Promise<Outcome<O>[]> {
  const middle = calls.length >> 1
  const outcomes: Outcome<O>[] = []
  for (const half of [calls.slice(0, middle), calls.slice(middle)])
    try {
      outcomes.push(...(await run(half)))
    } catch (reason) {
      outcomes.push(...half.map(() => ({ status: 'rejected' as const, reason })))
    }
  return outcomes
}

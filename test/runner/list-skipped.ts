import { MISSING } from '../require-programs.ts'

/** A skipped test, and why; `reason` is empty if the test names none. */
export type Skipped = { name: string; reason: string }

/** Returns the lines that list skipped tests by their reason, those that lack a program last. */
export function listSkipped(skipped: readonly Skipped[]): string[] {
  const byReason = Map.groupBy(skipped, ({ reason }) => reason || 'without a reason')
  const groups = [...byReason].toSorted(
    ([a], [b]) => Number(lacksProgram(a)) - Number(lacksProgram(b)),
  )
  return groups.flatMap(([reason, tests]) => [
    `skipped, ${reason}`,
    ...tests.map(({ name }) => `  ${name}`),
  ])
}

/** Returns whether a test was skipped because a program is missing that every run needs. */
export function lacksProgram(reason: string): boolean {
  return reason.startsWith(MISSING)
}

import type { ChaosReport } from './run-chaos.ts'

const PROBLEMS_SHOWN = 60

/** Formats the report of a run as readable lines: totals of both sides, repetitions, differences. */
export function summarize({ counts, repeats, problems }: ChaosReport): string {
  return [
    '',
    ...Object.entries(counts).map(([what, count]) => `${what.replaceAll('_', ' ')}: ${count}`),
    `Messages that the platform has more than once: ${Object.values(repeats).reduce((a, b) => a + b, 0)}`,
    ...Object.entries(repeats).map(([why, count]) => `  ${count} because ${why}`),
    '',
    problems.length === 0
      ? 'Both sides agree, message by message and status by status.'
      : `${problems.length} problems:`,
    ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${problem}`),
  ].join('\n')
}

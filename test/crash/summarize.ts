import type { WorkKind } from './ledger.ts'
import type { CrashReport } from './run-crash.ts'

const PROBLEMS_SHOWN = 100
const DUPLICATES_SHOWN = 40

/** Formats the report of a run as readable lines: promises, repetitions, problems. */
export function summarize({ entries, counts, kills, repeats, problems }: CrashReport): string {
  const kinds: WorkKind[] = ['send', 'contact', 'ticket', 'inbound', 'form']
  const lines = [
    '',
    `Kills: ${Object.entries(kills)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
    'Promised (of asked):',
    ...kinds.map((kind) => {
      const all = entries.filter((entry) => entry.kind === kind)
      const promised = all.filter((entry) => entry.state === 'promised')
      const repeated = all.filter((entry) => entry.posts > 1)
      return `  ${kind.padEnd(8)} ${promised.length} (${all.length}), ${repeated.length} sent more than once`
    }),
    ...Object.entries(counts).map(([what, count]) => `${what}: ${count}`),
    'Deliveries made again after they had been read:',
    ...Object.entries(repeats.counts).map(([why, count]) => `  ${count} because ${why}`),
    `Of these answered 2xx more than once: ${repeats.duplicates.length}`,
    ...repeats.duplicates
      .slice(0, DUPLICATES_SHOWN)
      .map(({ what, cause = 'without a cause' }) => `  ${what}: ${cause}`),
    '',
    problems.length === 0
      ? 'Nothing was lost, nothing was done twice without need.'
      : `${problems.length} problems:`,
    ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${problem}`),
  ]
  return lines.join('\n')
}

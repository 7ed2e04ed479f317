import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELEASE_CHECKS, type ReleaseCheck } from './release-checks.ts'

/** The last run of a check: its day, the commit it ran on, and whether it passed. */
type LastRun = { date: string; commit: string; result: 'passed' | 'failed' }

/** When each check last ran, by its word; a check without an entry never ran. */
type LastRuns = Record<string, LastRun>

/** The file of the last runs, from the repository's root. */
export const LAST_RUNS = 'scripts/release-checks/last-runs.json'

/** Reads when each check of the repository at `root` last ran. */
export function readLastRuns(root: string): LastRuns {
  return JSON.parse(readFileSync(join(root, LAST_RUNS), 'utf8')) as LastRuns
}

/** Replaces the entry of a check in the file of the repository at `root`, sorted by word. */
export function recordRun(root: string, word: string, run: LastRun): void {
  const runs = Object.entries({ ...readLastRuns(root), [word]: run })
  const sorted = Object.fromEntries(runs.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(join(root, LAST_RUNS), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Lists each check with what it does, what it needs, and its last run. */
export function listChecks(runs: LastRuns): string {
  const checks: [string, ReleaseCheck][] = Object.entries(RELEASE_CHECKS)
  return checks
    .map(([word, { does, needs, user }]) => {
      const run = runs[word]
      const last = run ? `${run.date}, ${run.commit.slice(0, 8)}, ${run.result}` : 'never'
      const required = [
        user && `to be run as ${user === 'root' ? 'root' : 'another user than root'}`,
        needs,
      ]
      const needed = required.filter(Boolean).join(', ')
      return `${word.padEnd(18)} ${does}\n${needed && `${' '.repeat(19)}needs: ${needed}\n`}${' '.repeat(19)}last run: ${last}\n`
    })
    .join('')
}

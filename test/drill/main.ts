/**
 * The drill: `npm run drill -- --seed 7` lets the database fail in every way; `npm run drill -- promotion` chooses failures,
 * `npm run drill -- backup` backs up under load, loses the machine and restores; `--seconds 60` is how long the load runs first.
 * `--rounds 20` repeats them, `--release v1.2.0` names the previous release of the upgrade, and `--logs FOLDER` keeps what the
 * processes log.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runBackupDrill } from './backup.ts'
import { FAILURES, runDrill } from './run-drill.ts'
import type { FailureReport } from './run-drill.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    rounds: { type: 'string', default: '1' },
    release: { type: 'string' },
    logs: { type: 'string' },
    seconds: { type: 'string', default: '20' },
  },
})

/** Bounds in ms: no answer later, no longer outage after these failures, and no failed request in the last ones. */
const ANSWER_MS = 8_000
const OUTAGE_MS = 15_000
const BOUNDED = ['black hole', 'promotion']
const SMOOTH = ['upgrade', 'rolling restart']

const DOUBLES_SHOWN = 50

const log = (line: string) => void process.stdout.write(`${line}\n`)
if (positionals.includes('backup')) await drillBackup()
const unknown = positionals.find((each) => !FAILURES.some((failure) => failure === each))
if (unknown !== undefined) throw new Error(`The failure must be one of: ${FAILURES.join(', ')}.`)
const failures = FAILURES.filter((each) => positionals.length === 0 || positionals.includes(each))

log(`Seed ${values.seed}: ${failures.join(', ')}.`)
const report = await runDrill({
  failures,
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  release: values.release,
  logs: values.logs,
  log,
})
const problems = [...report.problems, ...report.failures.flatMap(exceeded)]
log('')
for (const each of report.failures) log(format(each))
log(`\nSent twice to receivers or the platform: ${report.doubled.length}`)
for (const { at, what, cause = 'WITHOUT A PERMITTED CAUSE' } of report.doubled.slice(
  0,
  DOUBLES_SHOWN,
))
  log(`  ${new Date(at).toISOString()} ${what}: ${cause}`)
log(problems.length === 0 ? 'Nothing was lost.' : `${problems.length} problems:`)
for (const problem of problems.slice(0, 100)) log(`  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Runs the drill of the backup and ends this process. */
async function drillBackup(): Promise<never> {
  const found = await runBackupDrill({ seconds: Number(values.seconds), log })
  log(found.length === 0 ? 'Nothing was lost.' : `${found.length} problems:`)
  for (const problem of found.slice(0, 100)) log(`  ${problem}`)
  process.exit(found.length > 0 ? 1 : 0)
}

function format(each: FailureReport): string {
  const name = each.failure.padEnd(16)
  if ('skipped' in each) return `${name} skipped: ${each.skipped}`
  const { longestMs, outageMs, answered, failed, lost, doubled, unexplained, stalledMs } = each
  const numbers = [
    `longest wait ${String(longestMs).padStart(6)} ms`,
    `outage ${String(outageMs).padStart(6)} ms`,
    `${String(answered).padStart(6)} answered`,
    `${String(failed).padStart(5)} failed`,
    `${lost} lost`,
    `${doubled - unexplained} doubled with a permitted cause`,
    `${unexplained} without`,
    `this process stalled for ${stalledMs} ms`,
  ]
  return `${name} ${numbers.join(', ')}`
}

function exceeded(each: FailureReport): string[] {
  if ('skipped' in each) return []
  const { failure, longestMs, outageMs, failed, problems } = each
  return [
    ...(longestMs > ANSWER_MS ? [`${failure}: a caller waited ${longestMs} ms`] : []),
    ...(BOUNDED.includes(failure) && outageMs > OUTAGE_MS
      ? [`${failure}: no answer for ${outageMs} ms`]
      : []),
    ...(SMOOTH.includes(failure) && failed > 0
      ? [`${failure}: ${failed} requests failed`, ...problems]
      : []),
  ]
}

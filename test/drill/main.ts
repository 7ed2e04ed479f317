/** The drill, a program: `npm run drill -- --help` describes it. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runBackupDrill } from './backup.ts'
import { chooseFailures, FAILURES, planOf } from './failures.ts'
import { describeResends, findExceeded, toTable } from './report.ts'
import { runDrill } from './run-drill.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    rounds: { type: 'string', default: '1' },
    release: { type: 'string' },
    logs: { type: 'string' },
    seconds: { type: 'string', default: '20' },
  },
})

const DOUBLES_SHOWN = 100

const log = (line: string) => void process.stdout.write(`${line}\n`)
if (values.help) {
  log(describeUse())
  process.exit(0)
}
if (positionals.includes('backup')) await drillBackup()
const failures = chooseFailures(positionals)

log(`Seed ${values.seed}: ${failures.join(', ')}.`)
const report = await runDrill({
  failures,
  seed: Number(values.seed),
  rounds: Number(values.rounds),
  release: values.release,
  logs: values.logs,
  log,
})
const problems = [...report.problems, ...report.failures.flatMap(findExceeded)]
log(`\nMessages that the platform accepted again: ${report.resends.length}`)
for (const line of describeResends(report.resends).slice(0, DOUBLES_SHOWN)) log(`  ${line}`)
log(`Events that a receiver answered 2xx more than once: ${report.webhooks.length}`)
for (const { at, what, cause = 'WITHOUT A PERMITTED CAUSE' } of report.webhooks.slice(
  0,
  DOUBLES_SHOWN,
))
  log(`  ${new Date(at).toISOString()} ${what}: ${cause}`)
log(`\n${toTable(report.failures, values.seed)}\n`)
log(problems.length === 0 ? 'Nothing was lost.' : `${problems.length} problems:`)
for (const problem of problems.slice(0, 100)) log(`  ${problem}`)
// The end of the process alone can run for ever after many lost connections. Source: nodejs/node issue 47748.
process.exit(problems.length > 0 ? 1 : 0)

/** Runs the drill of the backup and ends this process. */
async function drillBackup(): Promise<never> {
  const found = await runBackupDrill({ seconds: Number(values.seconds), log })
  log(found.length === 0 ? 'Nothing was lost.' : `${found.length} problems:`)
  for (const problem of found.slice(0, 100)) log(`  ${problem}`)
  process.exit(found.length > 0 ? 1 : 0)
}

function describeUse(): string {
  const steps = FAILURES.map((failure) => {
    const { what, isOnDemand } = planOf(failure)
    return `  ${failure.padEnd(18)} ${what}${isOnDemand ? '; only when it is named' : ''}`
  })
  return `Usage: npm run drill -- [STEP…] [options]

Runs two API processes, an ingest process and two workers behind balancers on a replicated database, under load, and lets
what they need fail. Without a STEP it takes all, in this order. Write a STEP in quotation marks, or with hyphens instead of spaces.

${steps.join('\n')}
  backup             instead: back up under load, lose the machine, restore elsewhere and compare

  --seed N           chooses the random decisions; the output names the one that was used
  --rounds N         repeats each step, except for the upgrade and the promotion
  --release COMMIT   the previous release of the upgrade, by default the last one
  --logs FOLDER      keeps what the processes log
  --seconds N        how long the load runs before the backup (20)

It exits with 1 if something was lost, sent twice without a permitted cause, too late, or if a caller waited too long.`
}

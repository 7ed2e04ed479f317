/** The drill: `npm run drill -- --seed 7` lets the database fail in every way; `--only promotion` chooses failures. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { FAILURES, runDrill } from './run-drill.ts'
import type { FailureReport } from './run-drill.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', multiple: true },
  },
})

/** Bounds in ms: no answer later, no longer outage after these failures, and no failed request in a rolling restart. */
const ANSWER_MS = 8_000
const OUTAGE_MS = 15_000
const BOUNDED = ['black hole', 'promotion']

const log = (line: string) => void process.stdout.write(`${line}\n`)
const only = values.only
const failures = FAILURES.filter((each) => only === undefined || only.includes(each))
if (failures.length === 0) throw new Error(`--only must be one of: ${FAILURES.join(', ')}.`)

log(`Seed ${values.seed}: ${failures.join(', ')}.`)
const report = await runDrill({ failures, seed: Number(values.seed), log })
const problems = [...report.problems, ...report.failures.flatMap(exceeded)]
log(`\nSent twice to receivers or the platform: ${report.doubled}`)
log(problems.length === 0 ? 'Nothing was lost.' : `${problems.length} problems:`)
for (const problem of problems.slice(0, 100)) log(`  ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

function exceeded(each: FailureReport): string[] {
  if ('skipped' in each) return []
  const { failure, longestMs, outageMs, failed } = each
  return [
    ...(longestMs > ANSWER_MS ? [`${failure}: a caller waited ${longestMs} ms`] : []),
    ...(BOUNDED.includes(failure) && outageMs > OUTAGE_MS
      ? [`${failure}: no answer for ${outageMs} ms`]
      : []),
    ...(failure === 'rolling restart' && failed > 0
      ? [`${failure}: ${failed} requests failed`]
      : []),
  ]
}

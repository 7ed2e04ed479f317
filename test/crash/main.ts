/** The crash run: `npm run crash -- --rounds 20 --seconds 60 --seed 7 --faulty`. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runCrash } from './run-crash.ts'
import { summarize } from './summarize.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    faulty: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds ?? rounds * 3)
const seed = Number(values.seed)
const log = (line: string) => void process.stdout.write(`${line}\n`)

log(`Seed ${seed}: ${rounds} kills in about ${seconds} s.`)
const report = await runCrash({ rounds, seconds, seed, isFaulty: values.faulty, log })
log(summarize(report))
process.exitCode = report.problems.length > 0 ? 1 : 0

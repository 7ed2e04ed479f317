/**
 * The crash run: `npm run crash -- --rounds 20 --seconds 60 --seed 7 --faulty` kills every part in turn, `npm run
 * crash -- --sharded` also a second PostgreSQL, on which the workspace lies, and `npm run crash -- --workers --minutes 10`
 * only the two workers, at random, next to receivers that fail. `--instances` kills, at random, two processes that each run
 * all parts. With `--plant lost-commits` PostgreSQL loses answered
 * commits: a run that finds nothing is worth nothing.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runCrash } from './run-crash.ts'
import { summarize } from './summarize.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    faulty: { type: 'boolean', default: false },
    workers: { type: 'boolean', default: false },
    instances: { type: 'boolean', default: false },
    sharded: { type: 'boolean', default: false },
    plant: { type: 'string' },
  },
})
const victims = values.workers ? 'workers' : values.instances ? 'instances' : 'all'
/** Seconds between kills: two workers killed more often would only wait for the leases of the other. */
const pause = victims === 'all' ? 3 : 6
const length = values.minutes ? Number(values.minutes) * 60 : Number(values.seconds ?? Number.NaN)
const rounds = Number(values.rounds ?? (length ? Math.round(length / pause) : 20))
const seconds = length || rounds * pause
const seed = Number(values.seed)
const isFaulty = values.faulty || values.workers
if (values.plant !== undefined && values.plant !== 'lost-commits')
  throw new Error('--plant must be lost-commits.')
const plant = values.plant
const log = (line: string) => void process.stdout.write(`${line}\n`)

log(`Seed ${seed}: ${rounds} kills in about ${seconds} s.`)
const report = await runCrash({
  rounds,
  seconds,
  seed,
  isFaulty,
  isSharded: values.sharded,
  victims,
  plant,
  log,
})
log(summarize(report))
// The end of the process alone can run for ever after many lost connections. Source: nodejs/node issue 47748.
process.exit(report.problems.length > 0 ? 1 : 0)

/**
 * The chaos run: `npm run chaos -- --messages 10000 --seed 7` sends messages both ways through the simulator while
 * parts are killed.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runChaos } from './run-chaos.ts'
import { summarize } from './summarize.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
})
const [messages, seed] = [Number(values.messages), Number(values.seed)]
const log = (line: string) => void process.stdout.write(`${line}\n`)

log(`Seed ${seed}: ${messages} messages.`)
const report = await runChaos({ messages, seed, log })
log(summarize(report))
// The end of the process alone can run for ever after many lost connections. Source: nodejs/node issue 47748.
process.exit(report.problems.length > 0 ? 1 : 0)

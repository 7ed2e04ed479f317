/**
 * The soak: `npm run soak -- --minutes 60` puts a steady load on real processes and fails when memory, latency or the
 * size of a table drifts. Options: `--sends 20`, `--contacts 5`, `--tickets 1`, `--inbound 5` a second, and
 * `--out FILE` for the samples, a line of JSON each.
 */
import { appendFileSync } from 'node:fs'
import { numberOption, parseBenchArgs } from '../options.ts'
import { describeSample } from './judge.ts'
import { runSoak } from './run-soak.ts'

const { options } = parseBenchArgs(process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const figures = await runSoak({
  seconds: numberOption(options, 'minutes', 60) * 60,
  rates: {
    sends: numberOption(options, 'sends', 20),
    contacts: numberOption(options, 'contacts', 5),
    tickets: numberOption(options, 'tickets', 1),
    inbound: numberOption(options, 'inbound', 5),
  },
  onSample(sample) {
    say(describeSample(sample))
    if (options['out']) appendFileSync(options['out'], `${JSON.stringify(sample)}\n`)
  },
})
say('')
for (const { what, value, bound, isMet } of figures)
  say(`  ${what.padEnd(74)} ${value.padStart(8)}   ${bound}${isMet ? '' : '   DRIFT'}`)
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1)

/**
 * The soak: `npm run soak -- --minutes 60` puts a steady load on real processes and fails when memory, latency or the
 * size of a table drifts. `--hours 3` instead of minutes; `--day-seconds 10` lets a day of the retention last ten seconds, so that
 * partitions are created and dropped meanwhile, on time or the soak fails. Options: `--sends 20`, `--contacts 5`, `--tickets 1`, `--inbound 5` a second, and
 * `--out FILE` for the samples, a line of JSON each; `--json FILE` keeps them without the tables, with what is known of
 * the machine.
 */
import { appendFileSync, writeFileSync } from 'node:fs'
import { circumstancesSince } from '../keep-result.ts'
import { numberOption, parseBenchArgs } from '../options.ts'
import { describeSample } from './judge.ts'
import { runSoak } from './run-soak.ts'
import type { KeptSample, KeptSoak } from './sample.ts'

const { options } = parseBenchArgs(process.argv.slice(2))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const startedAt = new Date()
const kept: KeptSample[] = []
const figures = await runSoak({
  seconds: numberOption(options, 'hours', numberOption(options, 'minutes', 60) / 60) * 3_600,
  daySeconds: numberOption(options, 'day-seconds', 86_400),
  rates: {
    sends: numberOption(options, 'sends', 20),
    contacts: numberOption(options, 'contacts', 5),
    tickets: numberOption(options, 'tickets', 1),
    inbound: numberOption(options, 'inbound', 5),
  },
  onSample(sample) {
    say(describeSample(sample))
    const { tables: _, ...rest } = sample
    kept.push(rest)
    if (options['out']) appendFileSync(options['out'], `${JSON.stringify(sample)}\n`)
  },
})
if (options['json']) {
  const result: KeptSoak = { ...circumstancesSince(startedAt), samples: kept }
  writeFileSync(options['json'], `${JSON.stringify(result, undefined, 1)}\n`)
}
say('')
for (const { what, value, bound, isMet } of figures)
  say(`  ${what.padEnd(74)} ${value.padStart(8)}   ${bound}${isMet ? '' : '   DRIFT'}`)
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1)

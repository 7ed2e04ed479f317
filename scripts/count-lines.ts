/**
 * Prints the lines of code of each family, without comments and blank lines: `node scripts/count-lines.ts` for the working tree,
 * `node scripts/count-lines.ts COMMIT` for any commit. `--figures` adds what else is measured of the server. `--set-budget` writes the
 * lines, rounded up to 100, into lint/budget.json.
 */
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { BUDGET, countFamilies } from './lines/find-budget-problems.ts'
import { formatFigures, formatLines } from './lines/format-lines.ts'
import { measureCode } from './lines/measure-code.ts'
import { readSources } from './lines/read-sources.ts'

const ROOT = dirname(import.meta.dirname)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { figures: { type: 'boolean' }, 'set-budget': { type: 'boolean' } },
})
const sources = readSources(ROOT, positionals[0])
const lines = countFamilies(sources)
process.stdout.write(formatLines(lines))
if (values.figures) {
  const server = sources.filter(({ family }) => /^server(\/|$)/.test(family))
  process.stdout.write(`\nserver, without tests: ${formatFigures(measureCode(server))}`)
}
if (values['set-budget']) {
  const budget = Object.entries(lines).map(([family, count]) => {
    return [family, Math.ceil(count / 100) * 100] as const
  })
  writeFileSync(join(ROOT, BUDGET), `${JSON.stringify(Object.fromEntries(budget), null, 2)}\n`)
}

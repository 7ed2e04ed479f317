import type { Lines } from './find-budget-problems.ts'
import { type Figures, LONG } from './measure-code.ts'

/** Sums that say more than single families, by what the names of their families begin with. */
const SUMS = {
  'server and shared, without tests': /^(server|shared)/,
  'web, without tests': /^web/,
}

/** Formats lines of code by family, with the number of the budget where there is one, and their sums. */
export function formatLines(lines: Lines, budget: Lines = {}): string {
  const rows = Object.entries(lines).map(
    ([family, count]) => [family, count, budget[family]] as const,
  )
  const sums = Object.entries(SUMS).map(([name, pattern]) => {
    const counts = Object.entries(lines).filter(([family]) => pattern.test(family))
    return [name, counts.reduce((sum, [, count]) => sum + count, 0), undefined] as const
  })
  return [...rows, ...sums]
    .map(([name, count, max]) => {
      const allowed = max === undefined ? '' : ` of ${max}`
      return `  ${name.padEnd(34)}${String(count).padStart(6)}${allowed}\n`
    })
    .join('')
}

/** Formats what is measured beside the mass, with each long function and each file that is not named after an export. */
export function formatFigures(figures: Figures): string {
  const { files, lines, codeLines, casts, assertions, functions, longFunctions, misnamed } = figures
  const per = (count: number) =>
    `${count}: ${((count / lines) * 1000).toFixed(1)} per 1,000 lines, ${((count / codeLines) * 1000).toFixed(1)} of code`
  return [
    `${files} files, ${lines} lines, ${codeLines} of code`,
    `! ${per(assertions)}`,
    `as ${per(casts)}`,
    `functions over ${LONG} lines: ${longFunctions.length} of ${functions}`,
    ...longFunctions.map((each) => `  ${each.path}:${each.line}: ${each.lines}`),
    `files not named after an export: ${misnamed.length} of ${files}, ${((misnamed.length / files) * 100).toFixed(1)} %`,
    ...misnamed.map((path) => `  ${path}`),
    '',
  ].join('\n')
}

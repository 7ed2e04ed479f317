import { countCodeLines } from './count-code-lines.ts'
import type { Source } from './read-sources.ts'

/** The file with the most lines of code that each family may have. Raising a number is a line in a commit that says why. */
export const BUDGET = 'lint/budget.json'

/** Lines of code by family, sorted by name. */
export type Lines = Record<string, number>

/** Counts the lines of code of each family. */
export function countFamilies(sources: readonly Source[]): Lines {
  const lines = new Map<string, number>()
  for (const { path, family, text } of sources)
    lines.set(family, (lines.get(family) ?? 0) + countCodeLines(path, text))
  return Object.fromEntries([...lines].toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}

/** Returns each family's problem with the budget: more lines than it allows, no number, or a number without a family. */
export function findBudgetProblems(lines: Lines, budget: Lines): string[] {
  const families = new Set([...Object.keys(lines), ...Object.keys(budget)])
  return [...families].flatMap((family) => {
    const [count, max] = [lines[family], budget[family]]
    if (count === undefined) return [`${BUDGET}: ${family} has no files: remove its number`]
    if (max === undefined)
      return [`${BUDGET}: ${family} has no number: it has ${count} lines of code`]
    return count > max ? [`${family} has ${count} lines of code, ${BUDGET} allows ${max}`] : []
  })
}

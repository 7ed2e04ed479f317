import { itemAt } from '#lib/item-at.ts'

/** The output of a command: `json` for scripts, `lines` for people. */
export type Result = { json: unknown; lines: string[] }

/** Prints the result as one line of JSON, or as readable lines. */
export function printResult(result: Result, asJson: boolean): void {
  const text = asJson ? JSON.stringify(result.json) : result.lines.join('\n')
  process.stdout.write(`${text}\n`)
}

/** Formats names and values as aligned lines. Null becomes a dash. */
export function toTable(values: Record<string, unknown>): string[] {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values).map(([name, value]) => `  ${name.padEnd(width)}  ${toText(value)}`)
}

/** Formats rows as aligned lines below the names of their columns. */
export function toColumns<T extends object>(
  rows: readonly T[],
  columns: readonly (keyof T & string)[],
): string[] {
  const cells = [columns, ...rows.map((row) => columns.map((column) => toText(row[column])))]
  const widths = columns.map((_, index) =>
    Math.max(...cells.map((line) => itemAt(line, index).length)),
  )
  return cells.map((line) =>
    line
      .map((cell, index) => cell.padEnd(itemAt(widths, index)))
      .join('  ')
      .trimEnd(),
  )
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

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

function toText(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

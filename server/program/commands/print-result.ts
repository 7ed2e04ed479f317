/** What a command prints: `json` for scripts, `lines` for people. */
export type Result = { json: unknown; lines: string[] }

/** Prints one line of JSON, or the readable lines. */
export function printResult(result: Result, asJson: boolean): void {
  const text = asJson ? JSON.stringify(result.json) : result.lines.join('\n')
  process.stdout.write(`${text}\n`)
}

/** Lines of names and values, the values below each other; null is written as a dash. */
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

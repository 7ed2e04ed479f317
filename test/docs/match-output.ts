import { isDeepStrictEqual } from 'node:util'

/**
 * Returns whether an output has every line of `pattern`, in any order, like the events that print them. `…` stands for
 * any text. A line may follow the JSON of another program, which prints no line break.
 */
export function hasLines(output: string, pattern: string): boolean {
  const lines = output.split(/\n|(?<=\})(?=\w)/)
  return pattern
    .trimEnd()
    .split('\n')
    .map(toRegExp)
    .every((expected) => lines.some((line) => expected.test(line)))
}

function toRegExp(line: string): RegExp {
  return new RegExp(
    `^${line
      .split('…')
      .map((part) => RegExp.escape(part))
      .join('.*')}$`,
  )
}

/**
 * Returns whether JSON contains `pattern`: every field and item that it names, with the same value. The text `…` stands for
 * any value.
 */
export function contains(value: unknown, pattern: unknown): boolean {
  if (pattern === '…') return value !== undefined
  if (Array.isArray(pattern))
    return (
      Array.isArray(value) && pattern.every((each) => value.some((item) => contains(item, each)))
    )
  if (typeof pattern !== 'object' || pattern === null) return isDeepStrictEqual(value, pattern)
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return Object.entries(pattern).every(([name, each]) => contains(fields[name], each))
}

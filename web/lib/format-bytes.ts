import type { useFormatter } from 'use-intl'

const UNITS = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
] as const

/** Returns a size in kilobytes, megabytes or gigabytes, in the reader's language. */
export function formatBytes(bytes: number, format: ReturnType<typeof useFormatter>): string {
  const [unit, size] = UNITS.find((each) => bytes >= each[1]) ?? UNITS.at(-1)!
  return format.number(Math.max(bytes / size, 0.1), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}

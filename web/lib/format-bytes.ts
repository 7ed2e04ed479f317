import type { useFormatter } from 'use-intl'

const UNITS = [
  ['gigabyte', 1024 ** 3],
  ['megabyte', 1024 ** 2],
  ['kilobyte', 1024],
] as const

/**
 * Returns a size in kilobytes of 1,024 bytes, megabytes or gigabytes, in the reader's language: platforms state their
 * limits so, and a limit of 100 MB must not read as 104.9 MB.
 */
export function formatBytes(bytes: number, format: ReturnType<typeof useFormatter>): string {
  const [unit, size] = UNITS.find((each) => bytes >= each[1]) ?? UNITS.at(-1)!
  return format.number(Math.max(bytes / size, 0.1), {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}

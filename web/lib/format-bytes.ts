import type { useFormatter } from 'use-intl'

/** Returns a size in kilobytes or megabytes, in the reader's language. */
export function formatBytes(bytes: number, format: ReturnType<typeof useFormatter>): string {
  const isLarge = bytes >= 1_000_000
  return format.number(Math.max(isLarge ? bytes / 1_000_000 : bytes / 1000, 0.1), {
    style: 'unit',
    unit: isLarge ? 'megabyte' : 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  })
}

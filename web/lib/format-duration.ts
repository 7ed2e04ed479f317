import type { useFormatter } from 'use-intl'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Returns a duration in seconds such as `2h 5m`, in the reader's language: the largest unit and the next one. */
export function formatDuration(seconds: number, format: ReturnType<typeof useFormatter>): string {
  const unit = (value: number, name: string) =>
    format.number(value, { style: 'unit', unit: name, unitDisplay: 'narrow' })
  const index = UNITS.findIndex(([, size]) => seconds >= size)
  if (index === -1) return unit(seconds, 'second')
  const [name, size] = UNITS[index]!
  const next = UNITS[index + 1]
  const rest = next ? Math.floor((seconds % size) / next[1]) : 0
  const whole = unit(Math.floor(seconds / size), name)
  return next && rest > 0 ? `${whole} ${unit(rest, next[0])}` : whole
}

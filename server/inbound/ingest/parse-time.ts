const DAY_MS = 86_400_000

/**
 * The time of a platform's timestamp, unix seconds as text or number; `fallback` when it is none, or lies more
 * than a day after it. unitMs: how many milliseconds its unit has; pages count in single ones.
 */
export function toTime(value: unknown, fallback: Date, unitMs = 1000): Date {
  const isGiven =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,14}$/.test(value))
  const time = isGiven ? Math.trunc(Number(value)) * unitMs : Number.NaN
  return time > 0 && time <= fallback.getTime() + DAY_MS ? new Date(time) : fallback
}

const DAY_MS = 86_400_000

/**
 * Returns the time of a Unix timestamp, given as text or number in units of `unitMs`; `fallback` when it is not a
 * timestamp, or more than a day later than `fallback`.
 */
export function toTime(value: unknown, fallback: Date, unitMs = 1000): Date {
  const isGiven =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,14}$/.test(value))
  const time = isGiven ? Math.trunc(Number(value)) * unitMs : Number.NaN
  return time > 0 && time <= fallback.getTime() + DAY_MS ? new Date(time) : fallback
}

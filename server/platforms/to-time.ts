const DAY_MS = 86_400_000

/**
 * Returns the time of a Unix timestamp, given as text or number in units of `unitMs`, or in milliseconds if it has so many digits;
 * `fallback` when it is not a timestamp, or more than a day later than `fallback`.
 */
export function toTime(value: unknown, fallback: Date, unitMs = 1000): Date {
  const isGiven =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,14}$/.test(value))
  const given = isGiven ? Math.trunc(Number(value)) : Number.NaN
  // In seconds, it would be after the year 33,000.
  const time = given > 1_000_000_000_000 ? given : given * unitMs
  return time > 0 && time <= fallback.getTime() + DAY_MS ? new Date(time) : fallback
}

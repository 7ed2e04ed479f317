const DAY_MS = 86_400_000

/**
 * The time of a platform's timestamp, unix seconds as text or number; `fallback` when it is none, or lies more
 * than a day after it.
 */
export function toTime(value: unknown, fallback: Date): Date {
  const isGiven =
    typeof value === 'number' || (typeof value === 'string' && /^\d{1,11}$/.test(value))
  const time = isGiven ? Math.trunc(Number(value)) * 1000 : Number.NaN
  return time > 0 && time <= fallback.getTime() + DAY_MS ? new Date(time) : fallback
}

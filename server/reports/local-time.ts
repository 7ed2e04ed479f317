import type { TimeZone } from './time-zone.ts'

/** Returns `at` as local time in `zone` with its offset: 2026-03-29T00:00:00+01:00. */
export function localTime(zone: TimeZone, at: Date): string {
  const offset = zone.offsetAt(at.getTime())
  const clock = new Date(at.getTime() + offset).toISOString().slice(0, 19)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${clock}${offset < 0 ? '-' : '+'}${hour}:${minute}`
}

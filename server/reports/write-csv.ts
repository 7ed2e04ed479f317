import { stringify } from 'csv-stringify/sync'
import type { TimeZone } from './time-zone.ts'

/** One value of a table; null is an empty cell. */
export type Cell = string | number | null

/**
 * A CSV of `rows` under `header`: CRLF, and a byte order mark, without which Excel takes UTF-8 for something else.
 * A text that a spreadsheet would take for a formula gets an apostrophe before it. Source: RFC 4180; OWASP, CSV
 * injection.
 */
export function writeCsv(header: string[], rows: Cell[][]): string {
  return stringify([header, ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}

/** A moment by the clocks of `zone`, with their offset: 2026-03-29T00:00:00+01:00. */
export function localTime(zone: TimeZone, at: Date): string {
  const offset = zone.offsetAt(at.getTime())
  const clock = new Date(at.getTime() + offset).toISOString().slice(0, 19)
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${clock}${offset < 0 ? '-' : '+'}${hour}:${minute}`
}

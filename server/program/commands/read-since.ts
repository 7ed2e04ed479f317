import { isUuid } from '#lib/ids.ts'
import { StartError } from '../start/start-error.ts'

/** The start position as query parameters of the API. Empty for the API's default. */
export type StartQuery = { after?: string; since?: string }

const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * Parses `--since`: a duration (`10m`, `2h`, `1d`), a timestamp, an event id or a cursor.
 *
 * @throws {StartError} for anything else
 */
export function readSince(text: string | undefined, now: Date): StartQuery {
  if (text === undefined) return {}
  const ago = /^(\d{1,6})([smhd])$/.exec(text)
  if (ago) {
    const ms = Number(ago[1]) * UNITS_MS[ago[2] as keyof typeof UNITS_MS]
    return { since: new Date(now.getTime() - ms).toISOString() }
  }
  if (isUuid(text)) return { after: text }
  if (/^\d{4}-\d\d-\d\d/.test(text)) {
    const time = new Date(text)
    if (!Number.isNaN(time.getTime())) return { since: time.toISOString() }
  } else if (/^[\w-]+$/.test(text)) return { after: text }
  throw new StartError(
    `--since must be a duration (10m, 2h, 1d), a timestamp such as 2027-01-01T00:00:00Z, an event id or a cursor, not "${text}".`,
  )
}

import pg from 'pg'

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text')

/** The usual form, whose years `Date.UTC` takes as they are: `2026-11-28 08:30:00.123456+00`. */
const LENGTH_MIN = '2026-11-28 08:30:00+00'.length
const LENGTH_MAX = '2026-11-28 08:30:00.123456+00'.length

/**
 * Reads a `timestamptz` as PostgreSQL writes it. Times are the most frequent values that are no texts, and the parser of pg,
 * which matches three expressions, takes four times as long for a time in UTC.
 */
export function parseTime(text: string): Date {
  const { length } = text
  if (
    length < LENGTH_MIN ||
    length > LENGTH_MAX ||
    !text.endsWith('+00') ||
    text[4] !== '-' ||
    text.startsWith('00')
  )
    return parseAny(text) as unknown as Date
  const digit = (at: number) => (at < length - 3 ? text.charCodeAt(at) - 48 : 0)
  const two = (at: number) => digit(at) * 10 + digit(at + 1)
  return new Date(
    Date.UTC(
      two(0) * 100 + two(2),
      two(5) - 1,
      two(8),
      two(11),
      two(14),
      two(17),
      two(20) * 10 + digit(22),
    ),
  )
}

/** The type of each value in a cursor, in order. */
export type CursorShape = readonly (keyof typeof READERS)[]

/** The values of a cursor of the given shape: a number for `int`, text for the others. */
type CursorValues<S extends CursorShape> = {
  -readonly [K in keyof S]: S[K] extends 'int' ? number : string
}

const CURSOR_CHARACTERS_MAX = 512
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/

const READERS = {
  time: (value: unknown) => typeof value === 'string' && isTime(value),
  uuid: (value: unknown) => typeof value === 'string' && UUID.test(value),
  int: (value: unknown) => Number.isSafeInteger(value),
  text: (value: unknown) =>
    typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
}

/** Encodes the sort values of the last row of a page as an opaque cursor (base64url). */
export function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/**
 * Decodes a cursor. Returns undefined unless it has this shape.
 * `time` is UTC with up to six decimals, `uuid` lower-case, `int` a safe integer, `text` storable: each can be
 * bound to a query of its PostgreSQL type without an error.
 */
export function decodeCursor<const S extends CursorShape>(
  text: string,
  shape: S,
): CursorValues<S> | undefined {
  if (text.length > CURSOR_CHARACTERS_MAX || !/^[\w-]+$/.test(text)) return undefined
  let values: unknown
  try {
    values = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(values) || values.length !== shape.length) return undefined
  if (!shape.every((kind, index) => READERS[kind](values[index]))) return undefined
  return values as CursorValues<S>
}

function isTime(text: string): boolean {
  // 30 February and the year 0 match the format, but PostgreSQL rejects both.
  if (!TIME.test(text) || text.startsWith('0000')) return false
  const time = new Date(`${text.slice(0, 19)}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19))
}

import { stringify } from 'csv-stringify/sync'
import type { Person } from './schema.ts'

const COLUMNS = [
  'id',
  'name',
  'phone_e164',
  'email',
  'source',
  'campaign',
  'created_at',
  'updated_at',
  'last_seen_at',
] as const

/** Names of further facts that become columns at most. */
export const FIELD_COLUMNS_MAX = 200

/** The head of a CSV of people, with the byte order mark without which Excel takes UTF-8 for something else. */
export function contactsHead(fieldNames: string[]): string {
  return `\uFEFF${toLine([...COLUMNS, ...fieldNames])}`
}

/** One line for each of `people`, under `contactsHead`. Source: RFC 4180. */
export function contactLines(people: Person[], fieldNames: string[]): string {
  return people
    .map((person) =>
      toLine([
        ...COLUMNS.map((column) => person[column]),
        ...fieldNames.map((name) => person.fields[name] ?? null),
      ]),
    )
    .join('')
}

/**
 * A cell that no spreadsheet takes for a formula: an apostrophe goes before what begins like one. A number with a
 * sign, as every phone is, stays as it is. Source: OWASP, CSV injection.
 */
export function inertCell(text: string): string {
  return /^\s*[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]\d+$/.test(text) ? `'${text}` : text
}

/** One line of a CSV, with its end; every cell is inert. */
export function toLine(cells: (string | Date | null)[]): string {
  const texts = cells.map((cell) =>
    cell instanceof Date ? cell.toISOString() : inertCell(cell ?? ''),
  )
  return stringify([texts], { record_delimiter: 'windows' })
}

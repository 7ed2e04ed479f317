import { cleanName } from '#lib/clean-name.ts'
import { cutText } from '#lib/cut-text.ts'
import { readLanguageName } from '#lib/read-language.ts'
import {
  CONTACT_CHARACTERS_MAX,
  FIELD_CHARACTERS_MAX,
  FIELD_NAME_CHARACTERS_MAX,
} from '#shared/contacts.ts'
import { readFieldValue } from '../custom-fields/read-field-value.ts'
import type { PersonFacts } from '../person-facts.ts'
import type { RowReader } from './create-row-reader.ts'
import { readAddresses } from './read-addresses.ts'
import type { Cell, RowProblem } from './read-addresses.ts'
import type { CsvRow } from './read-csv.ts'
import { undoGuard } from './undo-guard.ts'

/** The contact of a row. */
export type RowContact = { facts: PersonFacts }

/** The error messages of a row that is not CSV. */
const UNREADABLE = {
  unclosed_quote: 'A quotation mark that opens a cell is not closed.',
  row_too_long: 'The row is too long.',
} as const

/**
 * Reads the contact of a row, or returns what is wrong with it. A contact can have several phone numbers and email addresses. A
 * text among them that is none is stored as a custom field, like the country of its numbers; it is a problem if the row has no other number or address.
 */
export function readContact(
  reader: RowReader,
  { cells, problem }: CsvRow,
): RowContact | RowProblem {
  if (problem) return { code: problem, message: UNREADABLE[problem] }
  if (cells.slice(reader.width).some((cell) => cell.trim() !== ''))
    return {
      code: 'too_many_cells',
      message: `The row has ${cells.length} cells, but the header has ${reader.width}.`,
    }
  const filled = reader.columns.flatMap((column): Cell[] => {
    const raw = undoGuard(cells[column.index] ?? '')
    const text = raw.trim()
    return text === '' ? [] : [{ column, raw, text }]
  })
  const read = readFields(reader, filled)
  if ('code' in read) return read
  const { fields } = read
  const valueOf = (target: string) => filled.find(({ column }) => column.target === target)?.text
  const { phones, emails, unread, named } = readAddresses(cells, filled, reader.country)
  const parts = ['first_name', 'middle_name', 'last_name'].map(valueOf)
  const name = cleanName(valueOf('name') ?? (joinNames(parts) || named)) ?? undefined
  const [source, campaign] = [valueOf('source'), valueOf('campaign')]
  const tongue = filled.find(({ column }) => column.target === 'language')
  const language = tongue && readLanguageName(tongue.text)
  for (const [field, value] of Object.entries({ name, source, campaign })) {
    const max = CONTACT_CHARACTERS_MAX[field as 'name' | 'source' | 'campaign']
    if (value !== undefined && cutText(value, max) !== value) return tooLong(field, max)
  }
  if (phones.length + emails.length === 0) {
    const bad = unread.find((each) => each.problem)?.problem
    if (bad) return bad
    if (name === undefined)
      return { code: 'nobody', message: 'The row has no name, phone number or email address.' }
  }
  // A calling code says nothing beside its number.
  const countries = filled.filter(
    ({ column, text }) => column.target === 'country_code' && /\p{L}/u.test(text),
  )
  const unreadTongue = tongue && language === undefined ? [tongue] : []
  for (const { column, text } of [...countries, ...unreadTongue, ...unread]) {
    const key = cutText(column.name, FIELD_NAME_CHARACTERS_MAX)
    if (!reader.definitions.some((each) => each.key === key))
      fields[key] ??= cutText(text, FIELD_CHARACTERS_MAX)
  }
  return {
    facts: {
      name,
      phoneE164: phones[0],
      otherPhones: phones.slice(1),
      email: emails[0],
      otherEmails: emails.slice(1),
      source: source ?? 'import',
      campaign,
      language,
      fields,
    },
  }
}

/** Returns whether a row could be read. */
export function isContact(read: RowContact | RowProblem): read is RowContact {
  return 'facts' in read
}

/** Joins the parts of a name. One that contains the others is the whole name, whatever its column is called. */
function joinNames(parts: (string | undefined)[]): string {
  const given = parts.filter((part) => part !== undefined)
  const whole = given.find((name, index) =>
    given.every((part, at) => at === index || (part !== name && ` ${name} `.includes(` ${part} `))),
  )
  return whole ?? given.join(' ')
}

/** Reads the custom fields of a row. */
function readFields(
  { definitions }: RowReader,
  filled: Cell[],
): { fields: Record<string, string> } | RowProblem {
  const fields: Record<string, string> = {}
  for (const { column, text: value } of filled) {
    if (!column.target.startsWith('fields.')) continue
    if (value.length > FIELD_CHARACTERS_MAX) return tooLong(column.name, FIELD_CHARACTERS_MAX)
    const key = column.target.slice('fields.'.length)
    const definition = definitions.find((each) => each.key === key)
    const { text, problem } = definition ? readFieldValue(definition, value) : { text: value }
    if (text === undefined) return { code: 'invalid_field', message: `${column.name} ${problem}.` }
    fields[key] = text
  }
  return { fields }
}

function tooLong(field: string, max: number): RowProblem {
  return { code: 'too_long', message: `${field} is longer than ${max} characters.` }
}

import { readEmail } from '#lib/read-email.ts'
import { cutText } from '#lib/cut-text.ts'
import { cleanName } from '#lib/clean-name.ts'
import { CONTACT_CHARACTERS_MAX, FIELD_CHARACTERS_MAX } from '#shared/contacts.ts'
import type { ImportRejection, IMPORT_FIELDS } from '#shared/contacts.ts'
import type { FieldDefinition } from '../custom-fields/find-definitions.ts'
import { readFieldValue } from '../custom-fields/read-field-value.ts'
import type { PersonFacts } from '../person-facts.ts'
import { toE164 } from '#lib/phone.ts'
import type { CsvRow } from './read-csv.ts'

/**
 * Options for reading the rows of a file: `country` is that of phone numbers without a country code, `definitions` are the
 * custom fields of the workspace.
 */
export type RowReader = {
  columns: string[]
  mapping: Record<string, string>
  country: string
  definitions: FieldDefinition[]
}

/** The contact of a row. */
export type RowContact = { facts: PersonFacts }

/** The reason why a row is rejected. */
type RowProblem = { code: ImportRejection; message: string }

/** The error messages of a row that is not CSV. */
const UNREADABLE = {
  unclosed_quote: 'A quotation mark that opens a cell is not closed.',
  row_too_long: 'The row is too long.',
} as const

/** Reads the contact of a row, or returns what is wrong with it. */
export function readContact(
  reader: RowReader,
  { cells, problem }: CsvRow,
): RowContact | RowProblem {
  if (problem) return { code: problem, message: UNREADABLE[problem] }
  if (cells.slice(reader.columns.length).some((cell) => cell.trim() !== ''))
    return {
      code: 'too_many_cells',
      message: `The row has ${cells.length} cells, but the header has ${reader.columns.length}.`,
    }
  const values: Partial<Record<(typeof IMPORT_FIELDS)[number], string>> = {}
  const fields: Record<string, string> = {}
  for (const [index, column] of reader.columns.entries()) {
    const target = reader.mapping[column]
    const value = unguard(cells[index] ?? '').trim()
    if (target === undefined || value === '') continue
    if (!target.startsWith('fields.')) values[target as 'name'] = value
    else if (value.length > FIELD_CHARACTERS_MAX) return tooLong(column, FIELD_CHARACTERS_MAX)
    else {
      const key = target.slice('fields.'.length)
      const definition = reader.definitions.find((each) => each.key === key)
      const { text, problem } = definition ? readFieldValue(definition, value) : { text: value }
      if (text === undefined) return { code: 'invalid_field', message: `${column} ${problem}.` }
      fields[key] = text
    }
  }
  const parts = [values.first_name, values.last_name].filter(Boolean).join(' ')
  const name = cleanName(values.name ?? parts) ?? undefined
  const { phone_e164: phone, source, campaign } = values
  if (name === undefined && phone === undefined && values.email === undefined)
    return { code: 'nobody', message: 'The row has no name, phone number or email address.' }
  for (const [field, value] of Object.entries({ name, source, campaign })) {
    const max = CONTACT_CHARACTERS_MAX[field as 'name' | 'source' | 'campaign']
    if (value !== undefined && cutText(value, max) !== value) return tooLong(field, max)
  }
  const phoneE164 = phone === undefined ? undefined : readPhone(phone, reader.country)
  if (phone !== undefined && phoneE164 === undefined)
    return { code: 'invalid_phone', message: describePhone(phone) }
  const email = values.email === undefined ? undefined : readEmail(values.email)
  if (values.email !== undefined && email === undefined)
    return { code: 'invalid_email', message: `${values.email} is not a valid email address.` }
  return {
    facts: { name, phoneE164, email, source: source ?? 'import', campaign, fields },
  }
}

/** Returns whether a row could be read. */
export function isContact(read: RowContact | RowProblem): read is RowContact {
  return 'facts' in read
}

/** Removes the apostrophe that an export puts before a cell that looks like a formula. */
function unguard(cell: string): string {
  return /^'\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/** Removes the `.0` that spreadsheets append to numbers. */
function readPhone(phone: string, country: string): string | undefined {
  return toE164(phone.replace(/^(\+?\d{7,})\.0+$/, '$1'), country)
}

function describePhone(phone: string): string {
  return /^\d[.,]?\d*e\+?\d+$/i.test(phone)
    ? `${phone} was rounded by a spreadsheet. Format the column as text.`
    : `${phone} is not a valid phone number.`
}

function tooLong(field: string, max: number): RowProblem {
  return { code: 'too_long', message: `${field} is longer than ${max} characters.` }
}

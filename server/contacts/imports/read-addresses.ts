import type { ImportRejection } from '#shared/contacts.ts'
import { findCountry } from '../find-country.ts'
import { readFieldName } from '../read-field-name.ts'
import { readEmailName } from '#lib/read-email.ts'
import { rankAddress } from './create-row-reader.ts'
import type { ReadColumn } from './create-row-reader.ts'
import { readEmails } from './read-emails.ts'
import { readPhones } from './read-phones.ts'
import { undoGuard } from './undo-guard.ts'

/** A filled cell of a column that is imported. `raw` may start with a blank. */
export type Cell = { column: ReadColumn; raw: string; text: string }

/** The reason why a row is rejected. */
export type RowProblem = { code: ImportRejection; message: string }

/** A text in a column of phone numbers or email addresses that is neither. A fax number is one without a `problem`. */
type Unread = { column: ReadColumn; text: string; problem?: RowProblem }

/** Values of a cell, with the rank of its column. */
type Ranked = { rank: number; values: string[] }

/** The fields of phone numbers. */
export const PHONE_TARGETS = ['phone_e164', 'phone_international']

/**
 * Reads the phone numbers and email addresses of a row, the best for messages first, each also in a column of the other ones.
 * Numbers without a country code are those of the country in the row, else of `country`. `named` is a name before an address.
 */
export function readAddresses(
  cells: string[],
  filled: Cell[],
  country: string,
): { phones: string[]; emails: string[]; unread: Unread[]; named: string } {
  const code = filled.find(({ column }) => column.target === 'country_code')?.text
  const ownCountry = (code === undefined ? undefined : findCountry(code)) ?? country
  // A blank before every cell is the style of the file.
  const isSpaced =
    filled.length > 2 &&
    filled.every(({ column, raw }) => column.index === 0 || raw.startsWith(' '))
  const phones: Ranked[] = []
  const emails: Ranked[] = []
  const unread: Unread[] = []
  for (const { column, raw, text } of filled) {
    const isEmail = column.target === 'email'
    if (!isEmail && !PHONE_TARGETS.includes(column.target)) continue
    const lacksPlus = column.target === 'phone_international' && code === undefined
    const asPhones = () => readPhones(isSpaced ? text : raw, ownCountry, lacksPlus)
    const read = isEmail ? readEmails(text) : asPhones()
    const other = read.values.length > 0 ? undefined : isEmail ? asPhones() : readEmails(text)
    const label = undoGuard(cells[column.labelIndex ?? -1] ?? '').trim()
    const labelled = label === '' ? undefined : readFieldName(`phone ${label}`)
    const rank = labelled ? rankAddress(labelled) : column.rank
    const [bad] = read.unread
    if (other && other.values.length > 0)
      (isEmail ? phones : emails).push({ rank, values: other.values })
    else if (!isEmail && labelled?.kind === 'other') unread.push({ column, text })
    else {
      ;(isEmail ? emails : phones).push({ rank, values: read.values })
      const [code, message] = isEmail
        ? (['invalid_email', `${bad} is not a valid email address.`] as const)
        : (['invalid_phone', describePhone(bad ?? '')] as const)
      if (bad !== undefined) unread.push({ column, text, problem: { code, message } })
    }
  }
  const named = filled.map(({ text }) => readEmailName(text)).find(Boolean) ?? ''
  return { phones: inOrder(phones), emails: inOrder(emails), unread, named }
}

function inOrder(found: Ranked[]): string[] {
  return [...new Set(found.toSorted((a, b) => a.rank - b.rank).flatMap(({ values }) => values))]
}

function describePhone(phone: string): string {
  return /^\d[.,]?\d*e\+?\d+$/i.test(phone)
    ? `${phone} was rounded by a spreadsheet. Format the column as text.`
    : `${phone} is not a valid phone number.`
}

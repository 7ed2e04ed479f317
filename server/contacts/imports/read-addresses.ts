import type { ImportRejection } from '#shared/contacts.ts'
import { findCountry } from '../find-country.ts'
import { readFieldName } from '../read-field-name.ts'
import { rankPhone } from './create-row-reader.ts'
import type { ReadColumn } from './create-row-reader.ts'
import { readEmails } from './read-emails.ts'
import { readPhones } from './read-phones.ts'
import { undoGuard } from './undo-guard.ts'

/** A filled cell of a column that is imported. `raw` may start with a blank. */
export type Cell = { column: ReadColumn; raw: string; text: string }

/** The reason why a row is rejected. */
export type RowProblem = { code: ImportRejection; message: string }

/** A text among phone numbers and email addresses that is none, or a fax number, which is no problem. */
type Unread = { column: ReadColumn; text: string; problem?: RowProblem }

/**
 * Reads the phone numbers of a row, the best for messages first, and its email addresses. Numbers without a country code are
 * those of the country in the row, else of `country`.
 */
export function readAddresses(
  cells: string[],
  filled: Cell[],
  country: string,
): { phones: string[]; emails: string[]; unread: Unread[] } {
  const code = filled.find(({ column }) => column.target === 'country_code')?.text
  const ownCountry = (code === undefined ? undefined : findCountry(code)) ?? country
  // A blank before every cell is the style of the file.
  const isSpaced =
    filled.length > 2 &&
    filled.every(({ column, raw }) => column.index === 0 || raw.startsWith(' '))
  const phones: { rank: number; values: string[] }[] = []
  const emails: string[] = []
  const unread: Unread[] = []
  for (const { column, raw, text } of filled) {
    const refuse = (code: RowProblem['code'], message: string) =>
      unread.push({ column, text, problem: { code, message } })
    if (column.target === 'phone_e164') {
      const label = undoGuard(cells[column.labelIndex ?? -1] ?? '').trim()
      const labelled = label === '' ? undefined : readFieldName(`phone ${label}`)
      const lacksPlus = column.lacksPlus && code === undefined
      const read = readPhones(isSpaced ? text : raw, ownCountry, lacksPlus)
      const [bad] = read.unread
      if (labelled?.kind === 'other') unread.push({ column, text })
      else {
        phones.push({ rank: labelled ? rankPhone(labelled) : column.rank, values: read.values })
        if (bad !== undefined) refuse('invalid_phone', describePhone(bad))
      }
    } else if (column.target === 'email') {
      const read = readEmails(text)
      emails.push(...read.values)
      const [bad] = read.unread
      if (bad !== undefined) refuse('invalid_email', `${bad} is not a valid email address.`)
    }
  }
  const ranked = phones.toSorted((a, b) => a.rank - b.rank).flatMap(({ values }) => values)
  return { phones: [...new Set(ranked)], emails: [...new Set(emails)], unread }
}

function describePhone(phone: string): string {
  return /^\d[.,]?\d*e\+?\d+$/i.test(phone)
    ? `${phone} was rounded by a spreadsheet. Format the column as text.`
    : `${phone} is not a valid phone number.`
}

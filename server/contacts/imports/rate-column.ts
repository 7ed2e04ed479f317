import { getCountryCallingCode } from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import { isValidPhone, restorePlusOfPhone, toE164 } from '#lib/to-e164.ts'
import { findCountry } from '../find-country.ts'
import { readEmails } from './read-emails.ts'
import { readPhones } from './read-phones.ts'
import { undoGuard } from './undo-guard.ts'

/** The number of values of a column that were checked, and of those that look like a kind of value. */
export type ColumnRating = {
  checked: number
  distinct: number
  phones: number
  /** Values of digits and the punctuation of numbers, valid or not. */
  numbers: number
  emails: number
  countries: number
  /** Calling codes with a plus sign. */
  codes: number
  /** The phone numbers are international ones without a plus sign. */
  lacksPlus: boolean
}

/** The most values that are looked at: reading a phone number takes long. */
const VALUES_MAX = 50
const VALUE_CHARACTERS_MAX = 200

/** Counts what the first values of a column look like. `country` is that of phone numbers without a country code. */
export function rateColumn(cells: string[], country: string): ColumnRating {
  const values = cells
    .map((cell) => undoGuard(cell.slice(0, VALUE_CHARACTERS_MAX)))
    .filter((value) => value.trim() !== '')
    .slice(0, VALUES_MAX)
  const count = (test: (value: string) => boolean) => values.filter(test).length
  return {
    checked: values.length,
    distinct: new Set(values.map((value) => value.trim())).size,
    phones: count((value) => /\d/.test(value) && readPhones(value, country).values.length > 0),
    numbers: count(
      (value) => /^[^\p{L}@]*\p{Nd}[^@]*$/u.test(value) && countOf(value, /\p{L}/gu) < 12,
    ),
    emails: count((value) => value.includes('@') && readEmails(value).values.length > 0),
    countries: count((value) => findCountry(value) !== undefined),
    codes: count((value) => /^\s*\+\d{1,3}\s*$/.test(value)),
    lacksPlus: lacksPlus(values, country),
  }
}

function countOf(value: string, pattern: RegExp): number {
  return value.match(pattern)?.length ?? 0
}

/** Returns whether international numbers of other countries are among them, and no number of `country` without its code. */
function lacksPlus(values: string[], country: string): boolean {
  const code = getCountryCallingCode(country as CountryCode)
  const numbers = values.flatMap((value) => {
    const digits = value.replaceAll(/[\s().-]/g, '')
    if (!/^[1-9]\d{6,14}$/.test(digits)) return []
    const withPlus = restorePlusOfPhone(` ${digits}`)
    const isValid = withPlus.startsWith('+')
    const read = toE164(digits, country) ?? ''
    const isForeign = isValid && read === toE164(withPlus) && !digits.startsWith(code)
    return [
      { isForeign, isNational: !isValid && read.startsWith(`+${code}`) && isValidPhone(read) },
    ]
  })
  return numbers.some((each) => each.isForeign) && !numbers.some((each) => each.isNational)
}

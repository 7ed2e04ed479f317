import { createPhoneFinder } from '#contacts/read-phone.ts'
import type { Scope } from '#db/context.ts'
import { readTerms } from '#db/searching/read-terms.ts'
import type { Term } from '#db/searching/read-terms.ts'
import { fieldError } from '#lib/errors.ts'

/** Maximum number of terms of a search; the rest is one term more. */
const TERMS_MAX = 10
/** Digits from which on a text can be a part of a phone number. */
const PHONE_DIGITS_MIN = 3

/**
 * A search.
 *
 * folded: the whole text as the database compares it.
 * terms: all must be found, in any order.
 * digits: of a text that can be a part of a phone number, without the zeros before a national number; else null.
 * phone: the E.164 form of a text that is a phone number, else null.
 * number: of a ticket, such as 12 or #12, else null.
 */
export type SearchText = {
  folded: string
  terms: Term[]
  digits: string | null
  phone: string | null
  number: number | null
}

/**
 * Reads a search: words in any order, and phrases in double quotation marks. @throws {AppError} validation_failed when it
 * is empty
 */
export async function readQuery(scope: Scope, q: string): Promise<SearchText> {
  // A username is stored without the at sign that people write before it.
  const text = q
    .normalize('NFC')
    .trim()
    .replace(/^@(?=[\p{L}\p{N}])/u, '')
  const words = toWords(text)
  if (words.length === 0) throw fieldError('validation_failed', 'q', 'must not be empty')
  const whole = words.join(' ')
  const [{ folded }, ...terms] = (await readTerms(scope, [whole, ...words])) as [Term, ...Term[]]
  const digits = toPhoneDigits(text)
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  return {
    folded,
    terms,
    digits,
    phone: digits === null ? null : ((await createPhoneFinder(scope)(text)) ?? null),
    number: number === undefined ? null : Number(number),
  }
}

function toWords(text: string): string[] {
  const words = [...text.matchAll(/"([^"]+)"|[^\s"]+/gu)]
    .map(([word, phrase]) => (phrase ?? word).trim().replaceAll(/\s+/gu, ' '))
    .filter((word) => word !== '')
  return words.length > TERMS_MAX
    ? [...words.slice(0, TERMS_MAX), words.slice(TERMS_MAX).join(' ')]
    : words
}

function toPhoneDigits(text: string): string | null {
  if (!/^[\d\s().+\-/\u00a0\u2010-\u2015]+$/u.test(text)) return null
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= PHONE_DIGITS_MIN ? digits : null
}

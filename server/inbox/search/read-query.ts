import { cleanName } from '#lib/clean-name.ts'
import { findAddressForms } from '#contacts/find-address-forms.ts'
import type { Scope } from '#db/context.ts'
import { readTerms } from '#db/searching/read-terms.ts'
import type { Term } from '#db/searching/read-terms.ts'
import { fieldError } from '#lib/errors.ts'

/** Maximum number of terms of a search; the rest is one term more. */
const TERMS_MAX = 10

/**
 * A search.
 *
 * folded: the whole text as the database compares it.
 * terms: all must be found, in any order.
 * forms: of a phone number, a part of one, or an email address, in other notations.
 * phone: the E.164 form of a text that is a phone number, else null.
 * number: of a ticket, such as 12 or #12, else null.
 */
export type SearchText = {
  folded: string
  terms: Term[]
  forms: string[]
  phone: string | null
  number: number | null
}

/**
 * Reads a search: words in any order, and phrases in double quotation marks. @throws {AppError} validation_failed when it
 * is empty
 */
export async function readQuery(scope: Scope, q: string): Promise<SearchText> {
  // A username is stored without the at sign that people write before it.
  const text = (cleanName(q.normalize('NFC')) ?? '').replace(/^@(?=[\p{L}\p{N}])/u, '')
  const words = toWords(text)
  if (words.length === 0) throw fieldError('validation_failed', 'q', 'must not be empty')
  const whole = words.join(' ')
  const [{ folded }, ...terms] = (await readTerms(scope, [whole, ...words])) as [Term, ...Term[]]
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  return {
    folded,
    terms,
    ...(await findAddressForms(scope, text)),
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

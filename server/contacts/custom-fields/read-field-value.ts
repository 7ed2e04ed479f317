import { cutText } from '#lib/cut-text.ts'
import { cleanText } from '#lib/clean-text.ts'
import { FIELD_CHARACTERS_MAX } from '#shared/contacts.ts'
import { NUMBER_DIGITS_MAX } from '#shared/custom-fields.ts'
import type { FieldDefinition } from './find-definitions.ts'

/** The value of a field as a request, a cell or a form contains it. */
type GivenValue = string | number | boolean

/** The text that is stored for a value, or why the value does not fit, as a predicate. */
type ReadValue = { text: string; problem?: never } | { text?: never; problem: string }

const { whole, fraction } = NUMBER_DIGITS_MAX

/** A number as it is written: digits, with a point before decimals. PostgreSQL reads the same syntax. */
export const NUMBER_PATTERN = `^[+-]?[0-9]{1,${whole}}(\\.[0-9]{1,${fraction}})?$`

/** A date as it is written. */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

const number = new RegExp(NUMBER_PATTERN)
const date = new RegExp(DATE_PATTERN)

/** Words for true and false: those of JSON, of spreadsheets and of check boxes in forms, also in Hindi. */
const TRUE = new Set(['true', 'yes', 'y', '1', 'on', 'हाँ', 'हां'])
const FALSE = new Set(['false', 'no', 'n', '0', 'off', 'नहीं'])

/** The most choices that a message lists. */
const LISTED_CHOICES = 20

/** Reads a value of a field: returns its canonical text, such as `12.5`, `2026-03-31` or `true`. */
export function readFieldValue(
  { type, choices }: Pick<FieldDefinition, 'type' | 'choices'>,
  given: GivenValue,
): ReadValue {
  const text = cleanText(String(given))
  switch (type) {
    case 'number':
      return typeof given !== 'boolean' && number.test(text)
        ? { text: toCanonicalNumber(text) }
        : {
            problem: `must be a number with at most ${whole} digits, and at most ${fraction} after a decimal point, such as 12.5`,
          }
    case 'date':
      return isDate(text) ? { text } : { problem: 'must be a date such as 2026-03-31' }
    case 'boolean': {
      const word = text.toLowerCase()
      if (TRUE.has(word)) return { text: 'true' }
      return FALSE.has(word) ? { text: 'false' } : { problem: 'must be true or false' }
    }
    case 'choice': {
      const option =
        choices!.find((each) => each === text) ??
        choices!.find((each) => each.toLowerCase() === text.toLowerCase())
      return option === undefined ? { problem: listChoices(choices!) } : { text: option }
    }
    case 'text':
      return cutText(text, FIELD_CHARACTERS_MAX) === text
        ? { text }
        : { problem: `must have at most ${FIELD_CHARACTERS_MAX} characters` }
  }
}

/** Removes a plus sign and zeros that change nothing, so that equal numbers are equal texts. */
function toCanonicalNumber(text: string): string {
  const [, sign, digits, decimals = ''] = /^([+-]?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text)!
  const plain = decimals === '' ? digits! : `${digits}.${decimals}`
  return sign === '-' && plain !== '0' ? `-${plain}` : plain
}

function isDate(text: string): boolean {
  if (!date.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

function listChoices(choices: string[]): string {
  const listed = choices.slice(0, LISTED_CHOICES).join(', ')
  return `must be one of ${listed}${choices.length > LISTED_CHOICES ? ', …' : ''}`
}

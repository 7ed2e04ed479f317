import type { Scope } from '#db/context.ts'
import { phoneMatchKeys } from '#lib/to-e164.ts'
import { emailMatchKeys, readEmail } from '#lib/read-email.ts'
import { createPhoneFinder } from './read-phone.ts'

/** Digits from which on a text can be a part of a phone number. */
const PHONE_DIGITS_MIN = 3
/** Digits from which on a text can be a whole number, and the longest text that is read as one. */
const NUMBER_DIGITS_MIN = 7
const NUMBER_CHARACTERS_MAX = 64

/**
 * The forms under which an address that somebody searches for may be stored: digits of a phone number without the plus sign, or
 * an email address; empty for other texts. `phone` is the E.164 form of a whole number, else null.
 */
type AddressForms = { forms: string[]; phone: string | null }

/** Finds the forms of a search text that is a phone number, a part of one, or an email address, in whatever notation. */
export async function findAddressForms(scope: Scope, q: string): Promise<AddressForms> {
  const digits = toPhoneDigits(q)
  const isNumber =
    q.length <= NUMBER_CHARACTERS_MAX && q.replaceAll(/[^\p{Nd}]/gu, '').length >= NUMBER_DIGITS_MIN
  const phone = isNumber ? await createPhoneFinder(scope)(q) : undefined
  const email = readEmail(q)
  const forms = [
    ...(digits === null ? [] : [digits]),
    ...(phone === undefined ? [] : phoneMatchKeys(phone).map((key) => key.slice(1))),
    ...(email === undefined ? [] : emailMatchKeys(email)),
  ]
  return {
    // A text that contains another form is found by that one.
    forms: [...new Set(forms)].filter(
      (form) => !forms.some((other) => other !== form && form.includes(other)),
    ),
    phone: phone ?? null,
  }
}

/** Returns the digits of a text that can be a part of a phone number, without the zeros before a national number; else null. */
function toPhoneDigits(text: string): string | null {
  if (!/^[\d\s().+\-/\u00a0\u2010-\u2015]+$/u.test(text)) return null
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= PHONE_DIGITS_MIN ? digits : null
}

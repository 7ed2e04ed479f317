import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { PhoneNumber } from 'libphonenumber-js/max'

const RAW_CHARACTERS_MAX = 64
const E164 = /^\+[1-9]\d{6,14}$/
// Spaces, dashes, the usual separators, and the invisible marks that copied numbers carry.
const PUNCTUATION = /[\p{Zs}\p{Pd}\p{Cf}().[\]/\u2212\u00b7\u30fb]/gu

/**
 * Converts a phone number to E.164. Returns undefined if it is not a phone number.
 * National forms are read in `defaultCountry` (ISO 3166 alpha-2); in India, any ten digits that start with 6 to 9 are a
 * number. Accepts digits of any script, `+`, `00` and trunk zeros, but no letters, extensions or control characters.
 * Without a default country, only international forms are read. A number is valid if its country code is known and its length is possible:
 * number plans lag behind, so new and fictional ranges must pass.
 */
export function toE164(raw: string, defaultCountry?: string): string | undefined {
  if (raw.length > RAW_CHARACTERS_MAX) return undefined
  const text = toAsciiDigits(raw).replace(PUNCTUATION, '').replace('\uff0b', '+')
  if (/^\+\d{7,18}$/.test(text)) return international(text.slice(1))
  if (!/^\d{7,20}$/.test(text)) return undefined
  if (text.startsWith('00')) return international(text.slice(2))
  if (defaultCountry === 'IN') {
    // Decide by length, not by prefix: a ten-digit Indian number can itself start with 91.
    if (/^91[6-9]\d{9}$/.test(text)) return `+${text}`
    if (/^0?[1-9]\d{9}$/.test(text)) return `+91${text.slice(-10)}`
  }

  const national = parseNational(text, defaultCountry)
  if (national && (national.isValid() || text.length <= 10)) {
    return international(national.number.slice(1))
  }
  return international(text) ?? (national && international(national.number.slice(1)))
}

/**
 * Returns whether `toE164` can read national numbers of the country `code` (ISO 3166-1 alpha-2, upper case).
 */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code)
}

/** Returns the E.164 form of a WhatsApp id (digits without `+`), or undefined for anything else. */
export function waIdToE164(waId: string): string | undefined {
  const number = `+${waId}`
  return E164.test(number) ? number : undefined
}

/**
 * Returns the country (ISO 3166-1 alpha-2) of an international number, given as digits without `+`; undefined if it is
 * not a number of a country. A number of a calling code that countries share belongs to the largest of them if its
 * range is not known.
 */
export function countryOfNumber(digits: string): string | undefined {
  if (!/^\d{5,18}$/.test(digits)) return undefined
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  return number?.country ?? number?.getPossibleCountries()[0]
}

/**
 * Returns the spellings under which the same subscriber may be stored, the given one first.
 * Mexico, Argentina and Brazil write mobile numbers with and without an extra digit. For Brazil, it is only
 * added or removed if the subscriber part starts with 6 to 9, because landlines never had it.
 */
export function phoneMatchKeys(e164: string): string[] {
  for (const [pattern, alternative] of MATCH_KEYS) {
    if (pattern.test(e164)) return [e164, e164.replace(pattern, alternative)]
  }
  return [e164]
}

const MATCH_KEYS: [RegExp, string][] = [
  [/^\+521(\d{10})$/, '+52$1'],
  [/^\+52(\d{10})$/, '+521$1'],
  [/^\+549(\d{10})$/, '+54$1'],
  [/^\+54(\d{10})$/, '+549$1'],
  [/^\+55([1-9]\d)9([6-9]\d{7})$/, '+55$1$2'],
  [/^\+55([1-9]\d)([6-9]\d{7})$/, '+55$19$2'],
]

function international(digits: string, rounds = 3): string | undefined {
  const mexicanMobile = /^521(\d{10})$/.exec(digits)
  if (mexicanMobile) return `+52${mexicanMobile[1]}`
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  if (!number?.isPossible() || !E164.test(number.number)) return undefined
  // The library may have removed trunk digits, so accept only a result that is the same when it is read again.
  const read = number.number.slice(1)
  if (read === digits) return number.number
  return rounds > 0 ? international(read, rounds - 1) : undefined
}

function parseNational(digits: string, country?: string): PhoneNumber | undefined {
  if (country === undefined || !isSupportedCountry(country)) return undefined
  const number = parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false })
  if (!number?.isPossible()) return undefined
  // The library's length rule for India is loose because of its toll-free numbers, which are known to be valid.
  return country === 'IN' && !number.isValid() ? undefined : number
}

/** Converts decimal digits of every script to ASCII. Unicode keeps each set of ten digits in one run. */
function toAsciiDigits(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => {
    if (!isDigit(character)) return character
    const code = character.codePointAt(0) ?? 0
    let first = code
    while (isDigit(String.fromCodePoint(first - 1))) first--
    return String((code - first) % 10)
  })
}

function isDigit(character: string): boolean {
  return /^\p{Nd}$/u.test(character)
}

import {
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import type { CountryCode, NumberingPlan, PhoneNumber } from 'libphonenumber-js/max'

const RAW_CHARACTERS_MAX = 64
const E164 = /^\+[1-9]\d{6,14}$/
const INTERNATIONAL = /^\+\d{7,18}$/
const E164_DIGITS = /^[1-9]\d{6,14}$/
// Spaces, dashes, the usual separators, and the invisible marks that copied numbers carry.
const PUNCTUATION = /[\p{Zs}\p{Pd}\p{Cf}().[\]/\u2212\u00b7\u30fb]/gu
/** Names that links, programs and people write before a number. */
const LABEL = /^(?:tel|callto|sms|smsto|whatsapp|wa|phone|ph|mobile|mob|cell|p)\.?:(?:\/\/)?/i
/** The id of a WhatsApp account, as its own programs write it. */
const WHATSAPP_ID = /^(\d{7,18})(?::\d+)?@(?:c\.us|s\.whatsapp\.net)$/

/** A link to a chat in WhatsApp. Source: "Use click to chat", WhatsApp Help Center. */
const WHATSAPP_LINK =
  /^(?:https?:\/\/)?(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?phone=)\+?(\d{7,18})\/?$/i

/**
 * Converts a phone number to E.164. Returns undefined if it is not one phone number. Every door reads numbers by it.
 * National forms are read in `defaultCountry` (ISO 3166 alpha-2); in India, any ten digits that start with 6 to 9 are a
 * number. Accepts digits of any script, `+`, `00` and trunk zeros, links such as `tel:` and to WhatsApp, and ids of WhatsApp accounts, but no letters,
 * extensions or control characters, and no second number after a slash.
 * Without a default country, only international forms are read. A number is valid if its country code is known and landlines or
 * mobile phones of the country have its length: number plans lag behind, so new and fictional ranges must pass.
 */
export function toE164(raw: string, defaultCountry?: string): string | undefined {
  if (raw.length > RAW_CHARACTERS_MAX) return undefined
  if (INTERNATIONAL.test(raw)) return international(raw.slice(1))
  const text = toAsciiDigits(raw)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(LABEL, '')
  const id = (WHATSAPP_ID.exec(text) ?? WHATSAPP_LINK.exec(text))?.[1]
  if (id !== undefined) return international(id)
  const [first, ...others] = text.split('/')
  // A slash can be part of one number, as in 030/1234567, or be between two, as in 98135 00016 / 17.
  if (others.length > 0 && readDigits(first ?? '', defaultCountry)) return undefined
  return readDigits(text, defaultCountry)
}

/** Returns what is wrong with a text that `toE164` does not read, as a sentence without its subject. */
export function explainPhone(raw: string): string {
  if (/(?:\d\D{0,3}){8}[/|,;\n](?:\D{0,9}\d)/.test(raw.slice(0, RAW_CHARACTERS_MAX)))
    return 'must be one phone number; send only one of them'
  return "must be an international phone number with as many digits as its country uses, such as +14155550100, or a number of the workspace's country"
}

/**
 * Restores the plus sign of an international number that arrived as a blank in the query of a URL or in a form. A national
 * number with a blank before it stays as it is.
 */
export function restorePlusOfPhone(text: string): string {
  if (!/^ \d/.test(text) || text.length > RAW_CHARACTERS_MAX) return text
  const international = `+${text.slice(1)}`
  return isValidPhone(international) ? international : text
}

function readDigits(written: string, defaultCountry?: string): string | undefined {
  const text = written.replace(PUNCTUATION, '').replace('\uff0b', '+')
  if (INTERNATIONAL.test(text)) return international(text.slice(1))
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
  // Short digits without a plus sign are rather a national number that lacks its area than a foreign one.
  const foreign = international(text)
  if (foreign && (text.length > 10 || isValidPhone(foreign))) return foreign
  return (
    (national && international(national.number.slice(1))) ?? readAfterZeros(text, defaultCountry)
  )
}

/** Reads a number of the default country with its country code after a trunk zero, as in 0919813500004. */
function readAfterZeros(text: string, defaultCountry?: string): string | undefined {
  const number = text.startsWith('0') ? international(text.replace(/^0+/, '')) : undefined
  const isOwn =
    number && isValidPhone(number) && countryOfNumber(number.slice(1)) === defaultCountry
  return isOwn ? number : undefined
}

/** Returns whether a number in E.164 is in a known range of its country, and not only as long as its numbers. */
export function isValidPhone(e164: string): boolean {
  return parsePhoneNumberFromString(e164, { extract: false })?.isValid() ?? false
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
  const mexicanMobile = /^52(?:1|0?1|0?4[45])(\d{10})$/.exec(digits)
  if (mexicanMobile) return `+52${mexicanMobile[1]}`
  // Argentina: 9 is dialed from abroad and 15 at home, but people write both.
  const argentineMobile = /^549(\d{12})$/.exec(digits)
  if (argentineMobile) return parseNational(`0${argentineMobile[1]}`, 'AR')?.number
  if (isPlain(digits)) return `+${digits}`
  const number = parsePhoneNumberFromString(`+${digits}`, { extract: false })
  if (!number || !isDialable(number) || !E164.test(number.number)) return undefined
  // The library may have removed trunk digits, so accept only a result that is the same when it is read again.
  const read = number.number.slice(1)
  if (read === digits) return number.number
  return rounds > 0 ? international(read, rounds - 1) : undefined
}

function parseNational(digits: string, country?: string): PhoneNumber | undefined {
  if (country === undefined || !isSupportedCountry(country)) return undefined
  // The prefixes of calls within Mexico until 2019.
  const given = country === 'MX' ? digits.replace(/^0(?:1|4[45])(?=\d{10}$)/, '') : digits
  const number = parsePhoneNumberFromString(given, { defaultCountry: country, extract: false })
  return number && isDialable(number) ? number : undefined
}

/**
 * Returns whether a number in a known or unknown range of its country has a length that can be dialed. Some countries have free
 * numbers of many lengths, which say nothing about other numbers.
 */
function isDialable(number: PhoneNumber): boolean {
  const country = number.country ?? number.getPossibleCountries()[0]
  if (country === undefined || number.isValid()) return number.isPossible()
  return findPlan(country).lengths.includes(number.nationalNumber.length)
}

/**
 * Returns whether the library would return an international number as it is: whatever its country, it has the length of a landline
 * or mobile phone there, and it starts with nothing that is dialed only within the country. It takes the library thirty times as
 * long to find this out.
 */
function isPlain(digits: string): boolean {
  if (!E164_DIGITS.test(digits)) return false
  for (let end = 1; end <= 3; end++) {
    const plans = findPlans(digits.slice(0, end))
    if (plans.length === 0) continue
    const national = digits.slice(end)
    return plans.every(
      ({ lengths, prefix }) => lengths.includes(national.length) && !prefix?.test(national),
    )
  }
  return false
}

/** The lengths of the national numbers of landlines and mobile phones of a country, and what is dialed before them within it. */
type Plan = { lengths: readonly number[]; prefix: RegExp | undefined }

const planOf = new Map<CountryCode, Plan>()
const plansOf = new Map<string, Plan[]>()

/** Returns the plans of the countries with a calling code; none for other digits. */
function findPlans(callingCode: string): readonly Plan[] {
  if (plansOf.size === 0)
    for (const country of getCountries())
      plansOf.getOrInsertComputed(getCountryCallingCode(country), () => []).push(findPlan(country))
  return plansOf.get(callingCode) ?? []
}

function findPlan(country: CountryCode): Plan {
  return planOf.getOrInsertComputed(country, () => {
    const metadata = new Metadata()
    metadata.selectNumberingPlan(country)
    const plan = metadata.numberingPlan as (NumberingPlan & TypedPlan) | undefined
    const prefix = plan?.nationalPrefixForParsing()
    return {
      lengths: PLAIN_TYPES.flatMap((type) => plan?.type(type)?.possibleLengths() ?? []),
      prefix: prefix ? new RegExp(`^(?:${prefix})`) : undefined,
    }
  })
}

const PLAIN_TYPES = ['FIXED_LINE', 'MOBILE'] as const

/** The part of a numbering plan that the types of the library leave out. */
type TypedPlan = {
  type: (name: string) => { possibleLengths: () => number[] } | undefined
  nationalPrefixForParsing: () => string | undefined
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

import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { isCountry } from '#lib/to-e164.ts'

/** The countries that a row of a price list means, and how exactly: the smaller `rank` wins. */
export type Market = { countries: readonly string[]; rank: 0 | 1 | 2 | 3 }

const COUNTRIES: readonly string[] = getCountries()

/**
 * The regions of WhatsApp's rate card, not verified against Meta's present list. A row of a country wins over its region,
 * so a country that got its own price is right whatever is listed here.
 */
const REGIONS: Readonly<Record<string, string>> = {
  'north america': 'CA US',
  'rest of africa':
    'DZ AO BJ BW BF BI CM TD CG ER ET GA GM GH GW CI KE LS LR LY MG MW ML MR MA MZ NA NE RW SN SL SO SS SD SZ TZ TG TN UG ZM',
  'rest of asia pacific': 'AF AU BD KH CN HK JP LA MN NP NZ PG PH SG LK TW TJ TH TM UZ VN',
  'rest of central & eastern europe': 'AL AM AZ BY BG HR CZ GE GR HU LV LT MK MD PL RO RS SK SI UA',
  'rest of latin america': 'BO CR DO EC SV GT HT HN JM NI PA PY PR UY VE',
  'rest of middle east': 'BH IQ JO KW LB OM QA YE',
  'rest of western europe': 'AT BE DK FI IE NO PT SE CH',
}

const ALIASES: Readonly<Record<string, string>> = {
  'czech republic': 'CZ',
  'hong kong': 'HK',
  'ivory coast': 'CI',
  myanmar: 'MM',
  palestine: 'PS',
  swaziland: 'SZ',
  turkey: 'TR',
  uae: 'AE',
  uk: 'GB',
  usa: 'US',
}

const OTHERS = ['*', 'other', 'others', 'rest of world', 'all other countries']

const MARKETS = new Map<string, Market>([
  ...COUNTRIES.map((code): [string, Market] => [
    code.toLowerCase(),
    { countries: [code], rank: 0 },
  ]),
  ...COUNTRIES.map((code): [string, Market] => [
    fold(new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code),
    { countries: [code], rank: 0 },
  ]),
  ...Object.entries(ALIASES).map(([name, code]): [string, Market] => [
    fold(name),
    { countries: [code], rank: 0 },
  ]),
  ...Object.entries(REGIONS).map(([name, codes]): [string, Market] => [
    fold(name),
    { countries: codes.split(' '), rank: 2 },
  ]),
  ...OTHERS.map((name): [string, Market] => [fold(name), { countries: COUNTRIES, rank: 3 }]),
])

/**
 * Returns the countries of a market: a country (name in English or ISO 3166-1 alpha-2 code), a calling code with `+`, a
 * region of WhatsApp's rate card, or `Other` for every country that no other row names. Returns undefined if it is none.
 */
export function findMarket(text: string): Market | undefined {
  const code = /^(?:\+|00)\s?(\d{1,4})$/.exec(text.trim())?.[1]
  if (code === undefined) return MARKETS.get(fold(text))
  const countries = COUNTRIES.filter(
    (country) => isCountry(country) && getCountryCallingCode(country as 'IN') === code,
  )
  return countries.length > 0 ? { countries, rank: 1 } : undefined
}

/** Returns a name without accents, case and punctuation. */
function fold(text: string): string {
  return text.trim() === '*'
    ? '*'
    : text
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll('&', 'and')
        .replaceAll(/[^\p{L}\d]/gu, '')
}

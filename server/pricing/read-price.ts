const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const NO_PRICE = ['', '-', '–', '—', 'n/a', 'na']

/** Returns whether `code` is an ISO 4217 code, such as USD. */
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}

/** Returns the currency of a cell; undefined for an empty cell, null for anything else. `$US` means USD. */
export function readCurrency(cell: string | undefined): string | undefined | null {
  const text = cell?.trim().toUpperCase() ?? ''
  if (text === '') return undefined
  const code = /^(?:\$\s?US|US\s?\$)$/.test(text) ? 'USD' : text
  return isCurrency(code) ? code : null
}

/**
 * Returns the price of a cell as an exact decimal number; undefined for an empty cell or `n/a`, null for anything else.
 * A comma is a decimal separator unless it could separate thousands.
 */
export function readPrice(cell: string): string | undefined | null {
  const text = cell.replaceAll(/[\s\p{Sc}]/gu, '')
  if (NO_PRICE.includes(text.toLowerCase())) return undefined
  const found = /^(\d{1,9})(?:([.,])(\d{1,9}))?$/.exec(text)
  if (!found) return null
  const [, whole = '0', separator, fraction = ''] = found
  if (separator === ',' && fraction.length === 3 && Number(whole) > 0) return null
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Returns the time of a cell, a date in UTC or an RFC 3339 timestamp; undefined when empty, null for anything else. */
export function readValidFrom(cell: string | undefined): Date | undefined | null {
  const text = cell?.trim() ?? ''
  if (text === '') return undefined
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text)
  if (!isDate && !/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text))
    return null
  const date = new Date(isDate ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(date.getTime())) return null
  return isDate && date.toISOString().slice(0, 10) !== text ? null : date
}

import { AppError, invalidField } from '#lib/errors.ts'
import type { FieldError } from '#lib/errors.ts'
import { readCsv } from '#contacts/imports/read-csv.ts'
import { invalidFile, readCsvFile } from '#contacts/imports/read-csv-file.ts'
import { undoGuard } from '#contacts/imports/undo-guard.ts'
import { firstOf } from '#lib/first-of.ts'
import { itemAt } from '#lib/item-at.ts'
import { findMarket } from './find-market.ts'
import type { Market } from './find-market.ts'
import { isCurrency, readCurrency, readPrice, readValidFrom } from './read-price.ts'
import type { UploadPriceListQuery } from './schema.ts'

/** One price of a list: to a country, as its market in the file. `price` is an exact decimal number. */
type NewPrice = { market: string; country: string; category: string; price: string }

/** The prices of an uploaded file. */
export type NewPriceList = { validFrom: Date; currency: string; prices: NewPrice[] }

type Columns = {
  market: number
  currency: number
  validFrom: number
  /** In files with a row for each price. */
  category: number
  price: number
  /** In files with a column for each category. */
  categories: [name: string, index: number][]
}

/** One price as the file writes it. */
type Entry = Market & { market: string; category: string; price: string; row: number }

const HEADER_ROWS_MAX = 10
const ROWS_MAX = 5_000
const PROBLEMS_MAX = 100

/** The categories that a column can be named after. */
const CATEGORIES = [
  'service',
  'utility',
  'marketing',
  'authentication',
  'authentication_international',
  'referral_conversion',
]
const NAMES = {
  market: ['market', 'country', 'region', 'country_code', 'calling_code', 'prefix'],
  currency: ['currency'],
  validFrom: ['valid_from', 'effective_date', 'effective_from', 'start_date'],
  category: ['category'],
  price: ['price', 'rate', 'cost'],
}

/**
 * Reads a file of prices: with a row for each price, or as WhatsApp's rate card, with a row for each market and a column
 * for each category. A country's own row takes precedence over that of its calling code, of its region, and of `Other`.
 *
 * @throws {AppError} invalid_file with the faults of up to 100 rows, validation_failed
 */
export function readPriceCsv(bytes: Buffer, query: UploadPriceListQuery): NewPriceList {
  const { body, delimiter } = readCsvFile(bytes)
  const rows = [...readCsv(body, delimiter)].map((row) => ({
    ...row,
    cells: row.cells.map(undoGuard),
  }))
  if (rows.length > ROWS_MAX)
    throw invalidFile(`The file has more than ${ROWS_MAX.toLocaleString('en')} rows.`)
  const head = rows
    .slice(0, HEADER_ROWS_MAX)
    .findIndex(({ cells }) => indexOf(cells, NAMES.market) >= 0)
  if (head < 0)
    throw invalidFile('The file has no column named "market". Add one with countries or regions.')
  const columns = readColumns(itemAt(rows, head).cells)
  const problems: FieldError[] = []
  const refuse = (row: number, message: string) =>
    problems.push({ field: 'file', code: 'invalid_row', message: `Row ${row}: ${message}` })
  const entries: Entry[] = []
  const [currencies, dates] = [new Set<string>(), new Set<number>()]
  for (const [index, { cells, problem }] of rows.entries()) {
    const row = index + 1
    if (index <= head || (!problem && cells.every((cell) => cell.trim() === ''))) continue
    if (problem) {
      refuse(row, 'The row cannot be read. Check its quotation marks.')
      continue
    }
    const name = (cells[columns.market] ?? '').trim()
    const market = findMarket(name)
    if (!market) {
      refuse(row, `"${name.slice(0, 80)}" is not a country, calling code or region.`)
      continue
    }
    const currency = readCurrency(cells[columns.currency])
    if (currency === null) refuse(row, `"${cells[columns.currency]}" is not a currency code.`)
    else if (currency !== undefined) currencies.add(currency)
    const validFrom = readValidFrom(cells[columns.validFrom])
    if (validFrom === null)
      refuse(row, `"${cells[columns.validFrom]}" is not a date such as 2026-10-01.`)
    else if (validFrom !== undefined) dates.add(validFrom.getTime())
    for (const [category, cell] of cellsOf(columns, cells)) {
      if (!/^[a-z_]{1,40}$/.test(category)) {
        refuse(row, `"${category.slice(0, 80)}" is not a category.`)
        continue
      }
      const price = readPrice(cell)
      if (price === null)
        refuse(row, `"${cell.slice(0, 40)}" is not a price. Write it such as 0.0118.`)
      else if (price !== undefined) entries.push({ ...market, market: name, category, price, row })
    }
  }
  if (currencies.size > 1)
    refuse(head + 1, 'The file has several currencies. Upload one file for each of them.')
  if (dates.size > 1)
    refuse(head + 1, 'The file has several dates. Upload one file for each of them.')
  const prices = expand(entries, refuse)
  if (problems.length > 0) throw refused(problems)
  if (prices.length === 0) throw invalidFile('The file has no prices.')
  return {
    prices,
    currency: [...currencies][0] ?? requireCurrency(query),
    validFrom: dates.size > 0 ? new Date(firstOf([...dates])) : requireDate(query),
  }
}

/** Returns one price for each country and category: the one of the most exact row. */
function expand(entries: Entry[], refuse: (row: number, message: string) => void): NewPrice[] {
  const best = new Map<string, Entry & { country: string }>()
  for (const entry of entries.toSorted((a, b) => a.rank - b.rank || a.row - b.row))
    for (const country of entry.countries) {
      const key = `${country} ${entry.category}`
      const known = best.get(key)
      if (!known) best.set(key, { ...entry, country })
      else if (known.rank === entry.rank) {
        refuse(
          entry.row,
          `The ${entry.category} price of ${country} is already in row ${known.row}.`,
        )
        break
      }
    }
  // A country with its own rows has only their prices: a missing one does not come from `Other`.
  const named = new Set(entries.flatMap(({ rank, countries }) => (rank < 3 ? countries : [])))
  return [...best.values()]
    .filter(({ rank, country }) => rank < 3 || !named.has(country))
    .map(({ market, country, category, price }) => ({ market, country, category, price }))
}

function readColumns(cells: string[]): Columns {
  const columns: Columns = {
    market: indexOf(cells, NAMES.market),
    currency: indexOf(cells, NAMES.currency),
    validFrom: indexOf(cells, NAMES.validFrom),
    category: indexOf(cells, NAMES.category),
    price: indexOf(cells, NAMES.price),
    categories: cells.flatMap((cell, index): [string, number][] =>
      CATEGORIES.includes(toName(cell)) ? [[toName(cell), index]] : [],
    ),
  }
  const isLong = columns.category >= 0 && columns.price >= 0
  if (!isLong && columns.categories.length === 0)
    throw invalidFile(
      'The file has no prices. Add the columns "category" and "price", or a column for each category, such as "marketing".',
    )
  return isLong ? { ...columns, categories: [] } : columns
}

function cellsOf(columns: Columns, cells: string[]): [category: string, cell: string][] {
  if (columns.categories.length > 0)
    return columns.categories.map(([name, index]) => [name, cells[index] ?? ''])
  return [[toName(cells[columns.category] ?? ''), cells[columns.price] ?? '']]
}

function indexOf(cells: string[], names: string[]): number {
  return cells.findIndex((cell) => names.includes(toName(cell)))
}

function toName(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

function requireCurrency({ currency }: UploadPriceListQuery): string {
  const code = currency?.toUpperCase()
  if (code === undefined)
    throw invalidField('currency', 'is required because the file has no currency')
  if (!isCurrency(code)) throw invalidField('currency', 'must be a currency code, such as USD')
  return code
}

function requireDate({ valid_from: text }: UploadPriceListQuery): Date {
  const date = readValidFrom(text)
  if (date) return date
  throw invalidField(
    'valid_from',
    text === undefined ? 'is required because the file has no date' : 'must be a valid date',
  )
}

function refused(problems: FieldError[]): AppError {
  const [first] = problems
  const more = problems.length - 1
  return new AppError(
    'invalid_file',
    more === 0
      ? first!.message
      : `${first!.message} There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}.`,
    { fields: problems.slice(0, PROBLEMS_MAX) },
  )
}

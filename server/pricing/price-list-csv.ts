import { csvHead, csvLines } from '#lib/exporting/csv-lines.ts'
import type { PriceListDetail } from './schema.ts'

/** Writes a price list as a CSV file that can be uploaded again, one row per market and category. */
export function priceListCsv({ valid_from, currency, markets }: PriceListDetail): string {
  return (
    csvHead(['market', 'category', 'price', 'currency', 'valid_from']) +
    csvLines(
      markets.flatMap(({ market, prices }) =>
        Object.entries(prices).map(([category, price]) => [
          market,
          category,
          price,
          currency,
          valid_from,
        ]),
      ),
    )
  )
}

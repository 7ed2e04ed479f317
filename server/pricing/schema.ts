import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Selectable } from 'kysely'
import type { PriceLists } from '#db/tables/price-lists.ts'
import {
  closedObject,
  describedTime,
  Id,
  nullable,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import { ACTOR_TYPES } from '#shared/actors.ts'

/** An amount of money: an exact decimal number, and its currency. */
export const Money = titled('Money', {
  amount: Type.String({ description: 'An exact decimal number, such as 0.0118.' }),
  currency: Type.String({ description: 'An ISO 4217 code, such as USD.' }),
})

/** An amount of money. */
export type Money = Static<typeof Money>

const priceListFields = {
  id: Id,
  valid_from: describedTime('From when the prices are valid. They end when the next list starts.'),
  currency: Type.String({ description: 'An ISO 4217 code, such as USD.' }),
  filename: Type.String({ description: 'The name of the uploaded file.' }),
  price_count: Type.Integer({ description: 'The number of prices, by country and category.' }),
  created_at: Time,
  created_by: Type.Object({ type: Type.Enum([...ACTOR_TYPES]), id: nullable(Id) }),
}

/** A price list, without its prices. */
export const PriceList = titled('PriceList', priceListFields)

/** A price list, without its prices. */
export type PriceList = Static<typeof PriceList>

/** A price list with its prices by market. */
export const PriceListDetail = titled('PriceListDetail', {
  ...priceListFields,
  markets: Type.Array(
    Type.Object({
      market: Type.String({ description: 'The country or region, as the file names it.' }),
      countries: Type.Array(Type.String(), {
        description: 'The countries with these prices, as ISO 3166-1 alpha-2 codes.',
      }),
      prices: Type.Record(Type.String(), Type.String(), {
        description: 'The price of one message by category, as an exact decimal number.',
      }),
    }),
  ),
})

/** A price list with its prices by market. */
export type PriceListDetail = Static<typeof PriceListDetail>

/** The query of POST /api/v1/price-lists: what the file does not say. */
export const UploadPriceListQuery = closedObject({
  valid_from: Type.Optional(
    Type.String({
      maxLength: 40,
      pattern: String.raw`^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$`,
      'x-message': 'must be a date or an RFC 3339 timestamp',
      description:
        'From when the prices are valid: a date (in UTC) or an RFC 3339 timestamp. Required unless the file has a column `valid_from`.',
    }),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3}$',
      'x-message': 'must be a currency code, such as USD',
      description: 'Required unless the file has a column `currency`.',
    }),
  ),
})

/** The query of POST /api/v1/price-lists. */
export type UploadPriceListQuery = Static<typeof UploadPriceListQuery>

/** The body of POST /api/v1/price-lists. */
export const UploadPriceListBody = Type.Object({
  file: Type.String({
    format: 'binary',
    description:
      'A CSV file of at most 1 MiB, with a column `market` and either the columns `category` and `price`, or a column for each category.',
  }),
})

/** Converts a row of `price_lists` to an API price list. */
export function toPriceList(row: Selectable<PriceLists> & { price_count: number }): PriceList {
  return pickFields(PriceList, { ...row, created_by: { type: row.actor_type, id: row.actor_id } })
}

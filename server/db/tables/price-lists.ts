import type { ActorType } from '#shared/actors.ts'
import { boolean, decimal, number, text, time, uuid, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Charges of the platform for a message, by country of its recipients. */
export const message_charges = tenantTable({
  visibleBy: 'message_id',
  rows: 'many',
  withoutContacts: 'prices of messages by country, without the recipient',
}).columns({
  message_id: uuid(),
  country: text(),
  channel_id: uuid(),
  template: text().nullable(),
  category: text(),
  price_category: text().nullable(),
  type: text().nullable(),
  is_free: boolean(),
  quantity: number(),
  author_type: word<ActorType>(),
  author_id: uuid().nullable(),
  created_at: time(),
})

/** A workspace's prices from a date on. */
export const price_lists = tenantTable({
  visibleBy: { everybody: 'prices of the platform' },
  rows: 'few',
  withoutContacts: 'prices of the platform',
}).columns({
  id: uuid(),
  valid_from: time(),
  currency: text(),
  filename: text(),
  actor_type: word<ActorType>(),
  actor_id: uuid().nullable(),
  created_at: time(),
})

/** Rows of `price_lists`. */
export type PriceLists = typeof price_lists.row

/** The price of one message to a country, as an exact decimal. */
export const prices = tenantTable({
  visibleBy: { everybody: 'prices of the platform' },
  rows: 'many',
  withoutContacts: 'prices of the platform',
}).columns({
  list_id: uuid(),
  country: text(),
  category: text(),
  market: text(),
  price: decimal(),
})

import type { ActorType } from '#shared/actors.ts'

/** Rows of `message_charges`: what the platform charges for a message, by country of its recipients. */
export type MessageCharges = {
  workspace_id: string
  message_id: string
  country: string
  channel_id: string
  template: string | null
  category: string
  price_category: string | null
  type: string | null
  is_free: boolean
  quantity: number
  author_type: ActorType
  author_id: string | null
  created_at: Date
}

/** Rows of `price_lists`: a workspace's prices from a date on. */
export type PriceLists = {
  workspace_id: string
  id: string
  valid_from: Date
  currency: string
  filename: string
  actor_type: ActorType
  actor_id: string | null
  created_at: Date
}

/** Rows of `prices`: the price of one message to a country, as an exact decimal. */
export type Prices = {
  workspace_id: string
  list_id: string
  country: string
  category: string
  market: string
  price: string
}

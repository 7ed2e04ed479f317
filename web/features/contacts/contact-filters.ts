/** The filters of the list of people, as the address and the API name them. */
export const CONTACT_FILTERS = [
  'q',
  'source',
  'campaign',
  'has',
  'created_since',
  'created_until',
  'seen_since',
  'sort',
] as const

/** The name of a filter of the list. */
export type ContactFilter = (typeof CONTACT_FILTERS)[number]

/** Columns of the list beside the name, in their order; the first ones are shown unless chosen otherwise. */
export const CONTACT_COLUMNS = [
  'phone_e164',
  'email',
  'source',
  'campaign',
  'last_seen_at',
  'updated_at',
  'created_at',
] as const

/** A column of the list. */
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]

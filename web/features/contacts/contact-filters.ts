/** The filters of the contact list, named as in the URL and the API. */
export const CONTACT_FILTERS = [
  'q',
  'username',
  'source',
  'campaign',
  'has',
  'blocked',
  'opted_out',
  'created_since',
  'created_until',
  'seen_since',
  'fields',
  'sort',
] as const

/** The name of a filter of the contact list. */
export type ContactFilter = (typeof CONTACT_FILTERS)[number]

/** The columns of the contact list beside the name, in order. */
export const CONTACT_COLUMNS = [
  'phone_e164',
  'email',
  'username',
  'source',
  'campaign',
  'last_seen_at',
  'updated_at',
  'created_at',
] as const

/** A column of the contact list. */
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]

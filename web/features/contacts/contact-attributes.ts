/** The filters of the contact list by a text, by whether something is so, and by a day, in the order of the form. */
export const FILTERS_BY_KIND = {
  text: ['username', 'source', 'campaign'],
  choice: ['blocked', 'opted_out'],
  day: ['created_since', 'created_until', 'seen_since'],
} as const

/** The filters of the contact list, named as in the URL and the API. */
export const CONTACT_FILTERS = [
  'q',
  ...FILTERS_BY_KIND.text,
  'language',
  'has',
  ...FILTERS_BY_KIND.choice,
  ...FILTERS_BY_KIND.day,
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
  'language',
  'last_seen_at',
  'updated_at',
  'created_at',
] as const

/** A column of the contact list. */
export type ContactColumn = (typeof CONTACT_COLUMNS)[number]

/** The attributes among the details of a contact, in order, under the names of the columns. */
export const CONTACT_FACTS = [
  'phone_e164',
  'email',
  'source',
  'campaign',
  'language',
  'created_at',
  'last_seen_at',
] as const

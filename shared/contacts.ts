const STORED_TIMELINE_KINDS = [
  'lead',
  'ticket',
  'note',
  'form',
  'identity_conflict',
  'identity_change',
  'preference',
  'merge',
] as const

/** A kind of timeline entry that is stored as one. */
export type StoredTimelineKind = (typeof STORED_TIMELINE_KINDS)[number]

/** Every kind of entry of a contact's timeline. Messages are read from their own table. */
export const TIMELINE_KINDS = [...STORED_TIMELINE_KINDS, 'message'] as const

/** Most custom fields of a contact. */
export const FIELDS_MAX = 50

/** Longest name of a custom field, in characters. */
export const FIELD_NAME_CHARACTERS_MAX = 64

/** Longest value of a custom field, in characters. */
export const FIELD_CHARACTERS_MAX = 1_000

/** The languages that people choose from and whose names are understood, by their tags. */
export const LANGUAGES: readonly string[] =
  'en es pt fr de it nl pl tr ru uk ar he fa hi mr ta te bn gu kn ml pa ur ne si id ms vi th zh ja ko sv da nb fi cs sk hu ro bg el hr sr sl lt lv et sw am af fil'.split(
    ' ',
  )

/** Longest language tag of a contact, in characters. */
export const LANGUAGE_CHARACTERS_MAX = 35

/** Longest values of a contact's own fields, in characters. */
export const CONTACT_CHARACTERS_MAX = {
  name: 200,
  phone_e164: 64,
  email: 254,
  username: 100,
  source: 100,
  campaign: 200,
  language: LANGUAGE_CHARACTERS_MAX,
  blocked_reason: 500,
} as const

/** Every field of a contact that a column of an imported file can fill, beside custom fields. */
export const IMPORT_FIELDS = [
  'name',
  'first_name',
  'middle_name',
  'last_name',
  'phone_e164',
  'phone_international',
  'country_code',
  'email',
  'source',
  'campaign',
  'language',
] as const

/** The fields that several columns of an imported file can fill. */
export const IMPORT_LISTS: readonly string[] = [
  'phone_e164',
  'phone_international',
  'email',
] satisfies (typeof IMPORT_FIELDS)[number][]

/** Every reason why an import guesses a field for a column, or none. */
export const IMPORT_GUESS_REASONS = [
  'name',
  'values',
  'plus_missing',
  'custom_field',
  'further',
  'values_differ',
  'label',
  'no_values',
  'no_name',
  'own_column',
  'too_many',
] as const

/** A reason why an import guesses a field for a column, or none. */
export type ImportGuessReason = (typeof IMPORT_GUESS_REASONS)[number]

/** The guess for a column of an imported file, with its reasons: `matching` of `checked` values look like it. */
export type ImportGuess = {
  target: string | null
  reasons: ImportGuessReason[]
  matching: number
  checked: number
}

/** Every status of an import. */
export const IMPORT_STATUSES = [
  'uploaded',
  'checking',
  'checked',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const

/** A status of an import. */
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Every reason why an import rejects a row of its file. */
export const IMPORT_REJECTIONS = [
  'unclosed_quote',
  'row_too_long',
  'too_many_cells',
  'nobody',
  'invalid_phone',
  'invalid_email',
  'invalid_field',
  'too_long',
  'identity_taken',
  'failed',
] as const

/** A reason why an import rejects a row of its file. */
export type ImportRejection = (typeof IMPORT_REJECTIONS)[number]

/** Every order of the contact list: the last changed first, the newest first, or by name. */
export const CONTACT_SORTS = ['updated', 'created', 'name'] as const

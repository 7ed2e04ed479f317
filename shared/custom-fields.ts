/** Every type of a custom field. */
export const CUSTOM_FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const

/** A type of a custom field. */
export type CustomFieldType = (typeof CUSTOM_FIELD_TYPES)[number]

/** Everything that custom fields can apply to. */
export const CUSTOM_FIELD_SUBJECTS = ['contact', 'ticket'] as const

/** What a custom field applies to. */
export type CustomFieldSubject = (typeof CUSTOM_FIELD_SUBJECTS)[number]

/** Most custom fields of a workspace for contacts, and for tickets, that are not archived. */
export const CUSTOM_FIELDS_MAX = 50

/** Most custom fields of a workspace for contacts, and for tickets, including archived ones. */
export const ALL_CUSTOM_FIELDS_MAX = 200

/** Most choices of a custom field. */
export const CUSTOM_FIELD_CHOICES_MAX = 100

/** Longest texts of a custom field, in characters. Its key is a name of a contact's field. */
export const CUSTOM_FIELD_CHARACTERS_MAX = { label: 64, choice: 100 } as const

/** Most digits of a number, before and after its decimal point. */
export const NUMBER_DIGITS_MAX = { whole: 15, fraction: 6 } as const

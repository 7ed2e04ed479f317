/**
 * Every form service that the web app offers; `generic` is for pages of the customer's own. The API accepts other names
 * too and treats them like `generic`.
 */
export const FORM_PROVIDERS = ['generic', 'typeform', 'tally', 'google'] as const

/** A form service that the web app offers. */
export type FormProvider = (typeof FORM_PROVIDERS)[number]

/** Longest name of a form, in characters. */
export const FORM_NAME_CHARACTERS_MAX = 100

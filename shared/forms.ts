/** What the secret of a form is for: checking a signature, comparing a key in the payload, or nothing. */
type FormSecretUse = 'signature' | 'key' | 'none'

/**
 * The form services that Parley knows, with the name of each and what its secret is for. `generic` is for pages of the
 * customer's own; it signs with `X-Form-Signature`. The API also accepts other names, without a secret, and reads their
 * submissions like `generic`.
 */
export const FORM_SERVICES = {
  generic: { name: 'My own page', secret: 'signature' },
  typeform: { name: 'Typeform', secret: 'signature' },
  tally: { name: 'Tally', secret: 'signature' },
  jotform: { name: 'Jotform', secret: 'none' },
  google: { name: 'Google Forms', secret: 'signature' },
  microsoft_forms: { name: 'Microsoft Forms', secret: 'none' },
  contact_form_7: { name: 'Contact Form 7', secret: 'none' },
  elementor: { name: 'Elementor', secret: 'none' },
  fluent_forms: { name: 'Fluent Forms', secret: 'none' },
  gravity_forms: { name: 'Gravity Forms', secret: 'none' },
  wpforms: { name: 'WPForms', secret: 'none' },
  webflow: { name: 'Webflow', secret: 'signature' },
  wix: { name: 'Wix', secret: 'none' },
  framer: { name: 'Framer', secret: 'signature' },
  carrd: { name: 'Carrd', secret: 'none' },
  netlify: { name: 'Netlify Forms', secret: 'signature' },
  formspree: { name: 'Formspree', secret: 'signature' },
  basin: { name: 'Basin', secret: 'none' },
  getform: { name: 'Getform (Forminit)', secret: 'none' },
  formcarry: { name: 'Formcarry', secret: 'none' },
  fillout: { name: 'Fillout', secret: 'none' },
  paperform: { name: 'Paperform', secret: 'none' },
  cognito_forms: { name: 'Cognito Forms', secret: 'none' },
  opnform: { name: 'OpnForm', secret: 'signature' },
  wufoo: { name: 'Wufoo', secret: 'key' },
  formstack: { name: 'Formstack', secret: 'key' },
  zoho_forms: { name: 'Zoho Forms', secret: 'none' },
  hubspot: { name: 'HubSpot', secret: 'signature' },
  unbounce: { name: 'Unbounce', secret: 'none' },
  google_ads: { name: 'Google Ads lead forms', secret: 'key' },
  meta_lead_ads: { name: 'Meta lead ads', secret: 'none' },
  zapier: { name: 'Zapier or Make', secret: 'none' },
} as const satisfies Record<string, { name: string; secret: FormSecretUse }>

/** A form service that Parley knows. */
export type FormProvider = keyof typeof FORM_SERVICES

/** The ids of the form services, in the order in which the web app offers them. */
export const FORM_PROVIDERS = Object.keys(FORM_SERVICES) as FormProvider[]

/** Returns whether Parley knows the form service with this id. */
export function isFormProvider(id: string): id is FormProvider {
  return Object.hasOwn(FORM_SERVICES, id)
}

/** The details of a contact that an admin can assign to fields of a form. */
export const FORM_DETAILS = [
  'name',
  'first_name',
  'last_name',
  'phone',
  'email',
  'message',
] as const

/** A detail of a contact that an admin can assign to a field of a form. */
export type FormDetail = (typeof FORM_DETAILS)[number]

/** The labels of a form's fields that an admin assigned to details, and to custom fields of contacts by their keys. */
export type FormMapping = Partial<Record<FormDetail, string>> & { fields?: Record<string, string> }

/** Longest name of a form, in characters. */
export const FORM_NAME_CHARACTERS_MAX = 100

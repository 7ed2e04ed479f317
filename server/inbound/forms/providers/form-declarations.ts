import { isFormProvider } from '#shared/forms.ts'
import type { FormProvider } from '#shared/forms.ts'
import { basin } from './basin.ts'
import { cognitoForms } from './cognito-forms.ts'
import { contactForm7 } from './contact-form-7.ts'
import { elementor } from './elementor.ts'
import { fillout } from './fillout.ts'
import { fluentForms } from './fluent-forms.ts'
import { formspree } from './formspree.ts'
import { formstack } from './formstack.ts'
import { framer } from './framer.ts'
import { generic } from './generic.ts'
import { getform } from './getform.ts'
import { google } from './google.ts'
import { googleAds } from './google-ads.ts'
import { gravityForms } from './gravity-forms.ts'
import { hubspot } from './hubspot.ts'
import { jotform } from './jotform.ts'
import { metaLeadAds } from './meta-lead-ads.ts'
import { microsoftForms } from './microsoft-forms.ts'
import { netlify } from './netlify.ts'
import { opnform } from './opnform.ts'
import { paperform } from './paperform.ts'
import { tally } from './tally.ts'
import { typeform } from './typeform.ts'
import { unbounce } from './unbounce.ts'
import { webflow } from './webflow.ts'
import { wix } from './wix.ts'
import { wpforms } from './wpforms.ts'
import { wufoo } from './wufoo.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** The declaration of each form service. */
export const FORM_DECLARATIONS: Readonly<Record<FormProvider, FormDeclaration>> = {
  generic,
  typeform,
  tally,
  jotform,
  google,
  microsoft_forms: microsoftForms,
  contact_form_7: contactForm7,
  elementor,
  fluent_forms: fluentForms,
  gravity_forms: gravityForms,
  wpforms,
  webflow,
  wix,
  framer,
  // Carrd, "Send to URL": the names of the fields and their values, as a form.
  carrd: {},
  netlify,
  formspree,
  basin,
  getform,
  // Formcarry: the fields of the form as JSON.
  formcarry: {},
  fillout,
  paperform,
  cognito_forms: cognitoForms,
  opnform,
  wufoo,
  formstack,
  // Zoho Forms: the names that its author chose for the fields.
  zoho_forms: {},
  hubspot,
  unbounce,
  google_ads: googleAds,
  meta_lead_ads: metaLeadAds,
  // Zapier, Make and similar services, whose user chooses the fields. They cover services without webhooks.
  zapier: {},
}

/** Returns the declaration of a form's provider; that of `generic` for a service that Parley does not know. */
export function declarationOf(provider: string): FormDeclaration {
  return isFormProvider(provider) ? FORM_DECLARATIONS[provider] : FORM_DECLARATIONS.generic
}

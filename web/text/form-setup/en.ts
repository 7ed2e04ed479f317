import type { FormProvider } from '#shared/forms.ts'

/** The steps that connect each form service, one a line. */
export const formSetup = {
  generic:
    'Paste the embed code into your page, or post the fields from a program.\nTo sign, set a secret here and send the header X-Form-Signature: sha256=… with the HMAC-SHA256 of the body in hex.',
  typeform:
    'In Typeform, open the form, then Connect → Webhooks → Add a webhook.\nPaste the form URL and turn the webhook on.\nTo sign, edit the webhook, enter a secret, and set the same secret here.',
  tally:
    'In Tally, publish the form and open Integrations → Webhooks → Connect.\nPaste the form URL as the endpoint URL.\nTo sign, add a signing secret there, and set the same secret here.',
  jotform:
    'In Jotform, open the form, then Settings → Integrations → Webhooks.\nPaste the form URL and complete the integration.',
  google:
    'In Google Forms, open More → Apps Script and paste the script below, with the form URL in it.\nIn Apps Script, add a trigger: function onFormSubmit, event source “From form”, event type “On form submit”.\nTo sign, put a secret into the script, and set the same secret here.',
  microsoft_forms:
    'In Power Automate, create a flow with the trigger “When a new response is submitted” and the action “Get response details”.\nAdd the action HTTP: method POST, the form URL, and a JSON body with the answers as name, email, phone and message.\nAdd responseId to the body, so that a repeated run creates one lead.',
  contact_form_7:
    'In WordPress, install the plugin CF7 to Webhook.\nEdit the form, open the Webhook tab, turn it on and paste the form URL.',
  elementor:
    'In Elementor, select the form widget and add Webhook under Actions After Submit.\nPaste the form URL as the webhook URL and turn on Advanced Data.',
  fluent_forms:
    'In Fluent Forms, turn on the Webhooks module under Integrations.\nOpen the form, then Settings & Integrations → Webhook → Add New.\nPaste the form URL, choose POST, JSON and all fields.',
  gravity_forms:
    'In Gravity Forms, install the Webhooks add-on, then open the form’s Settings → Webhooks → Add New.\nPaste the form URL, choose POST and JSON.\nUnder Request Body, choose Select Fields with the keys id, form_id, name, email, phone and message. With All Fields, assign the fields of the first submission under “Needs attention”.',
  wpforms:
    'In WPForms, install the Webhooks addon, then open the form’s Settings → Webhooks and turn it on.\nPaste the form URL, choose POST and JSON.\nUnder Request Body, use the keys name, email, phone and message.',
  webflow:
    'In Webflow, open the site’s settings, then Apps & integrations → Webhooks → Add webhook.\nChoose the trigger Form submission and paste the form URL.\nTo sign, copy the secret that Webflow shows, and set it here.',
  wix: 'In Wix, open Automations → New automation and choose the trigger Form submitted.\nAdd the action Send HTTP request: POST, the form URL, all keys and values.',
  framer:
    'In Framer, select the form, choose Add next to Send To, then Webhook.\nPaste the form URL.\nTo sign, enter a secret of at least 32 characters, and set the same secret here.',
  carrd:
    'In Carrd, edit the form and choose the type Custom, method POST.\nPaste the form URL and name the fields name, email, phone and message.',
  netlify:
    'In Netlify, open the project’s Forms → Notifications → Add notification → HTTP POST request.\nChoose the event New form submission and paste the form URL.\nTo sign, enter a JWS secret token, and set the same secret here.',
  formspree:
    'In Formspree, open the form, then Plugins → Webhook, and choose Simple.\nPaste the form URL.\nTo sign, copy the signing secret, and set it here.',
  basin:
    'In Basin, open the form, then Integrations → Webhooks → Create a new webhook.\nPaste the form URL and choose the format JSON.',
  getform:
    'In Forminit, open the form’s Settings → Actions → Webhook.\nPaste the form URL, then choose Test & Save.',
  formcarry:
    'In Formcarry, open the form, then Integrations → Webhooks.\nPaste the form URL and save.',
  fillout:
    'In Fillout, open the form, then Integrate → Webhook.\nPaste the form URL, choose Test, then Finish setup.\nPublish the form.',
  paperform:
    'In Paperform, open the form, then After Submission → Integrations & Webhooks → Webhooks.\nAdd a webhook for new submissions with the form URL.',
  cognito_forms:
    'In Cognito Forms, open the form’s Settings and turn on Post JSON Data to a Website.\nPaste the form URL as Submit Entry Endpoint. Leave Update Entry Endpoint empty.',
  opnform:
    'In OpnForm, open the form, then Integrations → Webhook.\nPaste the form URL.\nTo sign, enter a secret there, and set the same secret here.',
  wufoo:
    'In Wufoo, open the form’s Notifications and add WebHook to another application.\nPaste the form URL and turn on Include Field and Form Structures.\nEnter a Handshake Key there, and set the same key here.',
  formstack:
    'In Formstack, open the form’s Settings → Emails & Actions and add a WebHook.\nPaste the form URL and choose to post field names.\nEnter a shared secret there, and set the same key here.',
  zoho_forms:
    'In Zoho Forms, open the form, then Integrations → Webhooks.\nPaste the form URL, choose JSON, and add the parameters Name, Email, Phone and Message.',
  hubspot:
    'In HubSpot, create a workflow that starts when your form is submitted.\nAdd the action Send a webhook: POST, the form URL, all contact properties.\nTo sign, choose the request signature with an app of yours, and set the app’s client secret here.',
  unbounce:
    'In Unbounce, open the page’s Integrations → Webhooks → Add Webhook.\nPaste the form URL.',
  google_ads:
    'In Google Ads, edit the lead form asset and open Lead delivery → Webhook integration.\nPaste the form URL and choose a key. Set the same key here.\nChoose Send test data. The test appears in the inbound log and creates no contact.',
  meta_lead_ads:
    'Meta’s own webhook contains no answers. Use Zapier, Make or a program that reads the lead.\nPost the lead as JSON to the form URL, with its id and field_data.',
  zapier:
    'In Zapier, add the action Webhooks → POST; in Make, add HTTP → Make a request.\nUse the form URL, JSON, and the fields name, email, phone and message.\nSend the id of the submission in the header Idempotency-Key, so that a repeated run creates one lead.',
} satisfies Record<FormProvider, string>

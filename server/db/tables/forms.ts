import type { FormMapping } from '#shared/forms.ts'
import { boolean, bytes, json, text, time, uuid, word } from '../column.ts'
import { contactTable, directoryTable, unexportedTable } from '../table.ts'

/** The hash of a form's token → the form. */
export const form_routes = directoryTable({ withoutContacts: 'tokens of forms' }).columns({
  token_hash: bytes(),
  workspace_id: uuid(),
  form_id: uuid(),
  is_open: boolean().defaulted(),
})

/** The table `forms`; `secret` is encrypted. */
export const forms = unexportedTable({
  visibleBy: { everybody: 'settings of the workspace' },
  rows: 'few',
  unexported: 'settings of the workspace',
}).columns({
  id: uuid(),
  name: text().impersonal('written by members'),
  provider: word(),
  secret: bytes().nullable().secret('form_secret').impersonal('a secret of the workspace'),
  redirect_url: text().nullable().impersonal('written by members'),
  mapping: json<FormMapping>().nullable().impersonal('labels of fields, chosen by members'),
  token_last_four: text().nullable().impersonal('part of a token'),
  rotated_at: time().nullable(),
  deleted_at: time().nullable(),
  created_at: time(),
})

/** Rows of `forms`. */
export type Forms = typeof forms.row

/** Submissions of forms, by which a repeated one creates no second lead. */
export const form_submissions = contactTable({
  visibleBy: 'nobody',
  rows: 'many',
  erase: 'payloads',
}).columns({
  form_id: uuid().exported(),
  fingerprint: text().personal().exported(),
  payload_id: uuid().exported(),
  seen_at: time().exported(),
})

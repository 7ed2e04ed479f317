import type { FormDeclaration } from './form-declaration.ts'

/** WPForms with the Webhooks addon: the names that its author chose for the fields. */
export const wpforms: FormDeclaration = {
  submissionId: [['form_id', 'entry_id']],
  ignored: /^(form_id|entry_id)$/,
}

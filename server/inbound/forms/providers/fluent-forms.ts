import type { FormDeclaration } from './form-declaration.ts'

/** Fluent Forms: its fields as flat JSON or as a form, names as `names[first_name]`. Source: "How to Integrate Webhook". */
export const fluentForms: FormDeclaration = {
  ignored: /^(__fluent_form|_wp_http_referer|_fluentform_|__submission)/,
  submissionId: [['__submission.form_id', '__submission.id']],
}

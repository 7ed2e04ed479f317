import type { FormDeclaration } from './form-declaration.ts'

/** Basin, as JSON, wrapped JSON or a form. Source: "Webhooks". */
export const basin: FormDeclaration = {
  answers: ['data'],
  ignored: /^(id|submission_id|attachments\..*)$/,
  submissionId: [['id'], ['data.id'], ['data.submission_id']],
}

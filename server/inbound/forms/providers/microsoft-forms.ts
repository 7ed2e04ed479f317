import type { FormDeclaration } from './form-declaration.ts'

/** Microsoft Forms, by a flow in Power Automate whose author chooses the fields. */
export const microsoftForms: FormDeclaration = {
  submissionId: [['responseId'], ['response_id']],
  ignored: /^(responseId|response_id|submitDate|responder)$/i,
}

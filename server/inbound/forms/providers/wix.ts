import { findAt, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Wix Automations, "Send HTTP request" with all keys and values. */
export const wix: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'data.submissionId') !== '' &&
    (findAt(tree, 'data.submissions') !== undefined || textAt(tree, 'data.formName') !== ''),
  answers: ['data.submissions', 'data'],
  ignored:
    /^(formName|formId|formFieldMask|submissionId|submissionTime|submissionsLink|contactId|contact\.contactId|contact\.locale|contact\.Id)$/,
  submissionId: [['data.submissionId']],
}

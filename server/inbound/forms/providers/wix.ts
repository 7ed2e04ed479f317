import { findAt, hasItems, hasMembers } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Wix Automations, "Send HTTP request" with all keys and values. */
export const wix: FormDeclaration = {
  isShape: (tree) =>
    hasMembers(findAt(tree, 'data'), ['submissionId', 'formName']) &&
    (findAt(tree, 'data.submissions') === undefined ||
      hasItems(tree, 'data.submissions', ['label'])),
  answers: ['data.submissions', 'data'],
  ignored:
    /^(formName|formId|formFieldMask|submissionId|submissionTime|submissionsLink|contactId|contact\.contactId|contact\.locale|contact\.Id)$/,
  submissionId: [['data.submissionId']],
}

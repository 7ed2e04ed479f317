import { findAt, listAt } from '../tree.ts'
import { collectFields } from '../collect-fields.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Fillout. Source: its REST API's submission, which webhooks repeat. */
export const fillout: FormDeclaration = {
  isShape: (tree) => listAt(tree, 'submission.questions').length > 0,
  read: (tree) => ({
    fields: ['submission.questions', 'submission.urlParameters', 'submission.scheduling'].flatMap(
      (path) => collectFields(findAt(tree, path) ?? []),
    ),
  }),
  submissionId: [['submission.submissionId']],
}

import { findAt, hasItems, textAt } from '../tree.ts'
import { collectFields } from '../collect-fields.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Fillout. Source: its REST API's submission, which webhooks repeat. */
export const fillout: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'submission.submissionId') !== '' &&
    hasItems(tree, 'submission.questions', ['id', 'name', 'type']),
  read: (tree) => ({
    fields: ['submission.questions', 'submission.urlParameters', 'submission.scheduling'].flatMap(
      (path) => collectFields(findAt(tree, path) ?? []),
    ),
  }),
  submissionId: [['submission.submissionId']],
}

import { listAt, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Paperform. Source: "What are webhooks and how do I use them?" */
export const paperform: FormDeclaration = {
  isShape: (tree) => listAt(tree, 'data').length > 0 && textAt(tree, 'submission_id') !== '',
  answers: ['data'],
  submissionId: [['submission_id']],
}

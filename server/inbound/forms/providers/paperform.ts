import { hasItems, hasMembers } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Paperform. Source: "What are webhooks and how do I use them?" */
export const paperform: FormDeclaration = {
  isShape: (tree) =>
    hasMembers(tree, ['submission_id', 'form_id']) &&
    hasItems(tree, 'data', ['title', 'type', 'key']),
  answers: ['data'],
  submissionId: [['submission_id']],
}

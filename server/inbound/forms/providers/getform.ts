import { findAt, hasMembers, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Getform, now Forminit. Source: "Webhooks" of Forminit. */
export const getform: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'event') === 'form.submitted' &&
    hasMembers(tree, ['id', 'formName']) &&
    findAt(tree, 'data') instanceof Map,
  answers: ['data'],
  submissionId: [['id']],
}

import { findAt, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Getform, now Forminit. Source: "Webhooks" of Forminit. */
export const getform: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'event') === 'form.submitted' && findAt(tree, 'data') instanceof Map,
  answers: ['data'],
  submissionId: [['id']],
}

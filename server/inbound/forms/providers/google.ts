import { collectFields } from '../collect-fields.ts'
import { findAt, hasMembers, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { generic } from './generic.ts'

/** Google Forms, by the script that the web app offers. */
export const google: FormDeclaration = {
  isShape: (tree) =>
    hasMembers(findAt(tree, 'form'), ['id', 'title']) &&
    textAt(tree, 'response.id') !== '' &&
    ['response.answers', 'response.payload'].some((path) => typeof findAt(tree, path) === 'object'),
  read: (tree) => ({
    fields: collectFields(findAt(tree, 'response.answers') ?? findAt(tree, 'response.payload')!),
  }),
  submissionId: [['response.id']],
  ...generic,
}

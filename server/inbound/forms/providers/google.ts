import { collectFields } from '../collect-fields.ts'
import { findAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { generic } from './generic.ts'

/** Google Forms, by the script that the web app offers. */
export const google: FormDeclaration = {
  isShape: (tree) =>
    findAt(tree, 'form') !== undefined &&
    ['response.answers', 'response.payload'].some((path) => findAt(tree, path) !== undefined),
  read: (tree) => ({
    fields: collectFields(findAt(tree, 'response.answers') ?? findAt(tree, 'response.payload')!),
  }),
  submissionId: [['response.id']],
  ...generic,
}

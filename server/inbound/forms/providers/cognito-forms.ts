import { findAt, textAt } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Cognito Forms: an entry under the names of its fields, with `Form` and `Entry` about the form. Source: "Webhooks". */
export const cognitoForms: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'Form.InternalName') !== '' && findAt(tree, 'Entry') instanceof Map,
  ignored: /^(Form|Entry|Id|\$.*)(\.|$)/,
  submissionId: [['Form.Id', 'Entry.Number'], ['Id']],
}

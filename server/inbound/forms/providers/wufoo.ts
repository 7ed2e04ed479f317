import { hasItems, listAt, textAt } from '../tree.ts'
import type { Tree } from '../tree.ts'
import type { SubmissionField } from '../submission.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Wufoo: `Field1` … and, with metadata, the titles of the fields as JSON. Source: "Webhooks". */
export const wufoo: FormDeclaration = {
  isShape: (tree) =>
    textAt(tree, 'EntryId') !== '' && hasItems(tree, 'FieldStructure.Fields', ['ID', 'Title']),
  read: (tree) => ({ fields: readFields(tree) }),
  ignored: /^(HandshakeKey|FieldStructure|FormStructure|IP|CreatedBy|DateCreated|EntryId)(\.|$)/,
  submissionId: [['FormStructure.Hash', 'EntryId']],
  secretKey: 'HandshakeKey',
}

function readFields(tree: Tree): SubmissionField[] {
  return listAt(tree, 'FieldStructure.Fields').flatMap((field) => {
    const [title, type] = [textAt(field, 'Title'), textAt(field, 'Type')]
    const parts = listAt(field, 'SubFields')
    if (parts.length === 0) return [toField(tree, textAt(field, 'ID'), title, type)]
    return parts.map((part) =>
      toField(tree, textAt(part, 'ID'), `${title} ${textAt(part, 'Label')}`, ''),
    )
  })
}

function toField(tree: Tree, key: string, label: string, type: string): SubmissionField {
  return { key, label, type, value: textAt(tree, key) }
}

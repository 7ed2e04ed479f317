import { hasItems, listAt, textAt, textsOf } from '../tree.ts'
import type { TreeMap } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest } from './hmac-of.ts'

/** Tally. Source: "Webhooks" of the help center. */
export const tally: FormDeclaration = {
  isShape: (tree) =>
    hasItems(tree, 'data.fields', ['key', 'type']) &&
    listAt(tree, 'data.fields').every((field) => /^[A-Z_]+$/.test(textAt(field, 'type'))),
  read: (tree) => {
    const all = listAt(tree, 'data.fields')
    const isFile = (field: TreeMap) => textAt(field, 'type') === 'FILE_UPLOAD'
    return {
      fields: all.filter((field) => !isFile(field)).flatMap(readField),
      files: all
        .filter(isFile)
        .flatMap((field) => listAt(field, 'value'))
        .map((file) => textAt(file, 'name')),
    }
  },
  submissionId: [['data.responseId'], ['data.submissionId'], ['eventId']],
  isSigned: ({ headers, body }, secret) =>
    isDigest(headers['tally-signature'], hmacOf(secret, body), { encoding: 'base64' }),
}

function readField(field: TreeMap) {
  const key = textAt(field, 'key')
  const options = new Map(
    listAt(field, 'options').map((each) => [textAt(each, 'id'), textAt(each, 'text')]),
  )
  return textsOf(field.get('value')).map((value) => ({
    key,
    label: textAt(field, 'label') || key,
    type: textAt(field, 'type'),
    value: options.get(value) ?? value,
  }))
}

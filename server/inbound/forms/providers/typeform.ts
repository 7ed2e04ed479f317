import { findAt, hasItems, listAt, textAt, textsOf } from '../tree.ts'
import type { Tree, TreeMap } from '../tree.ts'
import type { SubmissionField } from '../submission.ts'
import type { FormDeclaration } from './form-declaration.ts'
import { hmacOf, isDigest } from './hmac-of.ts'

/** Typeform. Source: "Example webhook payload", "Secure your webhooks". */
export const typeform: FormDeclaration = {
  isShape: (tree) =>
    hasItems(tree, 'form_response.answers', ['type', 'field']) ||
    hasItems(tree, 'form_response.definition.fields', ['id', 'title', 'type']),
  read: (tree) => ({ fields: [...readAnswers(tree), ...readHidden(tree)] }),
  // Redelivering from Typeform creates a new event about the same response.
  submissionId: [['form_response.token'], ['event_id']],
  isSigned: ({ headers, body }, secret) =>
    isDigest(headers['typeform-signature'], hmacOf(secret, body), {
      prefix: 'sha256=',
      encoding: 'base64',
    }),
}

function readAnswers(tree: Tree): SubmissionField[] {
  const definitions = listAt(tree, 'form_response.definition.fields')
  return listAt(tree, 'form_response.answers').flatMap((answer) => {
    const [id, ref] = [textAt(answer, 'field.id'), textAt(answer, 'field.ref')]
    const definition = definitions.find(
      (each) =>
        (id !== '' && textAt(each, 'id') === id) || (ref !== '' && textAt(each, 'ref') === ref),
    )
    const kind = textAt(answer, 'type')
    const field = {
      key: ref || id,
      label: textAt(definition, 'title') || ref,
      type: textAt(answer, 'field.type') || kind,
    }
    return readValues(answer, kind).map((value) => ({ ...field, value }))
  })
}

function readValues(answer: TreeMap, kind: string): string[] {
  if (kind === 'choice') return [textAt(answer, 'choice.label') || textAt(answer, 'choice.other')]
  if (kind === 'choices')
    return [...textsOf(findAt(answer, 'choices.labels')), textAt(answer, 'choices.other')]
  return textsOf(answer.get(kind))
}

function readHidden(tree: Tree): SubmissionField[] {
  const hidden = findAt(tree, 'form_response.hidden')
  if (!(hidden instanceof Map)) return []
  return [...hidden].flatMap(([key, node]) =>
    textsOf(node).map((value) => ({ key, label: key, type: 'hidden', value })),
  )
}

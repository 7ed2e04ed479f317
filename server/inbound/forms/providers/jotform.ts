import { collectFields } from '../collect-fields.ts'
import { findAt, hasMembers, textAt } from '../tree.ts'
import type { Tree } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/**
 * Jotform: a multipart form whose `rawRequest` holds the answers as JSON, under keys such as `q3_fullName`. Source:
 * "How to set up a webhook with Jotform"; Jotform's API documentation.
 */
export const jotform: FormDeclaration = {
  isShape: (tree) =>
    findAt(tree, 'rawRequest') instanceof Map && hasMembers(tree, ['formID', 'submissionID']),
  read: (tree) => ({ fields: readAnswers(findAt(tree, 'rawRequest')!) }),
  submissionId: [['submissionID']],
}

function readAnswers(answers: Tree) {
  if (!(answers instanceof Map)) return []
  return [...answers].flatMap(([key, value]) => {
    const name = /^q\d+_(.+)$/.exec(key)?.[1]
    if (name === undefined) return []
    // A phone number in two parts.
    const [area, phone] = [textAt(value, 'area'), textAt(value, 'phone')]
    return collectFields(area !== '' && phone !== '' ? area + phone : value, [name])
  })
}

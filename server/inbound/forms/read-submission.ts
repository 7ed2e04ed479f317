import { FORM_CAPS } from './form-caps.ts'
import { collectFields } from './collect-fields.ts'
import type { ParsedSubmission } from './parse-submission.ts'
import { findAt, textAt } from './tree.ts'
import type { Tree, TreeMap } from './tree.ts'
import type { FormDeclaration } from './providers/form-declaration.ts'
import { declarationOf, FORM_DECLARATIONS } from './providers/form-declarations.ts'
import type { Submission, SubmissionField } from './submission.ts'

const TOKEN_FIELD = 'form_token'

/**
 * Reads the submission in a parsed body, in the shape of any form service or of none. `provider` is the form's: it decides
 * about payloads that have no shape of their own.
 */
export function readSubmission(parsed: ParsedSubmission, provider = 'generic'): Submission {
  const { tree, files, isCut, body } = parsed
  const declaration = declarationFor(tree, provider)
  const read = readFields(tree, declaration)
  const fields = read.fields.filter(
    ({ key, value }) =>
      key !== TOKEN_FIELD && value !== '' && !(declaration.ignored?.test(key) ?? false),
  )
  return {
    fields: fields.slice(0, FORM_CAPS.fieldsMax),
    files: [...files, ...(read.files ?? [])].filter((name) => name !== ''),
    eventId: readId(tree, declaration, body),
    isTest: declaration.testMark !== undefined && textAt(tree, declaration.testMark) === 'true',
    isCut: isCut || fields.length > FORM_CAPS.fieldsMax,
  }
}

/** Returns the token of a form that a submission names in a field; undefined if it names none. */
export function readToken({ tree }: ParsedSubmission): string | undefined {
  return textAt(tree, TOKEN_FIELD) || undefined
}

/** Returns the service's id of a submission; undefined if it has none. */
export function readEventId(
  { tree, body }: ParsedSubmission,
  provider: string,
): string | undefined {
  return readId(tree, declarationFor(tree, provider), body)
}

/** Returns the secret that a form service sent inside the payload; undefined if it sends none. */
export function readSecretKey({ tree }: ParsedSubmission, provider: string): string | undefined {
  const { secretKey } = declarationOf(provider)
  return secretKey === undefined ? undefined : textAt(tree, secretKey) || undefined
}

/** Returns the declaration of the form service whose shape a payload has, else that of the form's provider. */
function declarationFor(tree: Tree, provider: string): FormDeclaration {
  const own = declarationOf(provider)
  if (own.isShape?.(tree)) return own
  return Object.values(FORM_DECLARATIONS).find((each) => each.isShape?.(tree)) ?? own
}

function readFields(
  tree: Tree,
  { read, answers, ignored, isShape }: FormDeclaration,
): { fields: SubmissionField[]; files?: string[] } {
  if (read && (!isShape || isShape(tree))) return read(tree)
  const found = answers?.map((path) => findAt(tree, path)).find(hasContent)
  if (found === undefined) return { fields: collectFields(ignored ? without(tree, ignored) : tree) }
  return { fields: collectFields(ignored ? without(found, ignored) : found) }
}

function hasContent(node: Tree | undefined): node is TreeMap | Tree[] {
  if (node === undefined || typeof node === 'string') return false
  return Array.isArray(node) ? node.length > 0 : node.size > 0
}

/** Returns a tree without the members that a service adds to the visitor's. */
function without(tree: Tree, ignored: RegExp): Tree {
  if (!(tree instanceof Map)) return tree
  return new Map([...tree].filter(([key]) => !ignored.test(key)))
}

/** Returns the service's id of the submission; for a payload with a precise time, its content. */
function readId(tree: Tree, declaration: FormDeclaration, body: Buffer): string | undefined {
  const { submissionId = [], submittedAt } = declaration
  for (const paths of submissionId) {
    const parts = paths.map((path) => textAt(tree, path))
    if (parts.every((part) => part !== '')) return parts.join('\n')
  }
  const isTimed = submittedAt !== undefined && textAt(tree, submittedAt) !== ''
  return isTimed ? `content:${body.toString('utf8')}` : undefined
}

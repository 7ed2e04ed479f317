import { FORM_CAPS } from './form-caps.ts'
import { collectAll, collectFields } from './collect-fields.ts'
import { findLeads } from './find-leads.ts'
import { findMark } from './find-mark.ts'
import type { ParsedSubmission } from './parse-submission.ts'
import { isFormProvider } from '#shared/forms.ts'
import { findAt, textAt } from './tree.ts'
import { readMeaning } from './read-meaning.ts'
import type { Tree, TreeMap } from './tree.ts'
import type { FormDeclaration } from './providers/form-declaration.ts'
import { declarationOf, FORM_DECLARATIONS } from './providers/form-declarations.ts'
import type { Submission, SubmissionField } from './submission.ts'

const TOKEN_FIELD = 'form_token'

/**
 * Reads the submission in a parsed body: in the shape of the form's service, for a form of no service in that of any which it has
 * exactly, else by its structure.
 */
export function readSubmission(parsed: ParsedSubmission, provider = 'generic'): Submission {
  const { tree, files, isCut, body } = parsed
  const { shaped, declaration } = findShape(tree, provider)
  const read = readFields(shaped, declaration)
  const fields = read.fields.filter(
    ({ key, value }) =>
      key !== TOKEN_FIELD && value !== '' && !(declaration.ignored?.test(key) ?? false),
  )
  return {
    fields: fields.slice(0, FORM_CAPS.fieldsMax),
    files: [...files, ...(read.files ?? [])].filter((name) => name !== ''),
    eventId: readId(shaped, declaration, body),
    mark: findMark(tree),
    isCut: isCut || fields.length > FORM_CAPS.fieldsMax,
  }
}

/** Returns the token of a form that a submission names in a field; undefined if it names none. */
export function readToken({ tree }: ParsedSubmission): string | undefined {
  return textAt(Array.isArray(tree) ? tree[0] : tree, TOKEN_FIELD) || undefined
}

/** Returns the secret that a form service sent inside the payload; undefined if it sends none. */
export function readSecretKey({ tree }: ParsedSubmission, provider: string): string | undefined {
  const { secretKey } = declarationOf(provider)
  return secretKey === undefined ? undefined : textAt(tree, secretKey) || undefined
}

/**
 * Returns the declaration by which a payload is read, and the part of it that has the shape: a list of one lead is read as the lead.
 * A form of no service takes the shapes of all.
 */
export function findShape(
  tree: Tree,
  provider: string,
  leads = findLeads(tree),
): { shaped: Tree; declaration: FormDeclaration; hasShape: boolean } {
  const declaration = declarationOf(provider)
  const trees = leads?.items.length === 1 ? [tree, ...leads.items] : [tree]
  const isOpen = ['generic', 'zapier'].includes(provider) || !isFormProvider(provider)
  for (const each of isOpen ? Object.values(FORM_DECLARATIONS) : [declaration])
    for (const shaped of trees)
      if (each.isShape?.(shaped)) return { shaped, declaration: each, hasShape: true }
  return { shaped: tree, declaration, hasShape: false }
}

function readFields(
  tree: Tree,
  { read, answers, ignored, isShape }: FormDeclaration,
): { fields: SubmissionField[]; files?: string[] } {
  if (isShape && !isShape(tree)) return { fields: collectFields(tree) }
  const found = answers?.map((path) => findAt(tree, path)).find(hasContent)
  const own = found ?? (read ? undefined : tree)
  const result = own
    ? { fields: collectFields(ignored ? without(own, ignored) : own) }
    : read?.(tree)
  if (!result || own === tree) return result ?? { fields: [] }
  return { ...result, fields: [...result.fields, ...readAttribution(tree)] }
}

/** Returns where the visitor came from, which services write beside the answers. */
function readAttribution(tree: Tree): SubmissionField[] {
  return collectAll(tree)
    .map((field): SubmissionField => {
      return { ...field, label: field.words?.at(-1) ?? field.label, isEnvelope: true }
    })
    .filter(
      (field) => /^utm_?[a-z]+$/i.test(field.label) || readMeaning(field)?.kind === 'campaign',
    )
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
export function readId(tree: Tree, declaration: FormDeclaration, body: Buffer): string | undefined {
  const { submissionId = [], submittedAt } = declaration
  for (const paths of submissionId) {
    const parts = paths.map((path) => textAt(tree, path))
    if (parts.every((part) => part !== '')) return parts.join('\n')
  }
  const isTimed = submittedAt !== undefined && textAt(tree, submittedAt) !== ''
  return isTimed ? `content:${body.toString('utf8')}` : undefined
}

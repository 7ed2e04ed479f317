import { AppError } from '#lib/errors.ts'
import { flattenFields, parseForm } from '#lib/form-body.ts'
import type { FormResult } from '#lib/form-body.ts'
import { collectFields } from './collect-fields.ts'
import { fieldsToTree, findAt, textAt, toTree } from './payload-tree.ts'
import type { Tree, TreeMap } from './payload-tree.ts'
import type { FormDeclaration } from './providers/provider.ts'
import { declarationOf, FORM_DECLARATIONS } from './providers/registry.ts'
import { MULTIPART } from './submission.ts'
import type { StoredMultipart, Submission, SubmissionField } from './submission.ts'

const TOKEN_FIELD = 'form_token'

/** A parsed payload, with the declaration of the form service whose shape it has. */
type ParsedPayload = { tree: Tree; files: string[]; declaration: FormDeclaration }

/**
 * Parses the submission in a body: JSON, urlencoded, or multipart in its stored form, in the shape of any form service
 * or of none. JSON is also recognised under a wrong type, which scripts and beacons send. `provider` is the form's: it
 * decides about payloads that have no shape of their own.
 *
 * @throws {AppError} malformed_json, unsupported_media_type, validation_failed
 */
export function readSubmission(
  contentType: string | undefined,
  body: Buffer,
  provider = 'generic',
): Submission {
  const { tree, files, declaration } = parsePayload(contentType, body, provider)
  const read = readFields(tree, declaration)
  const fields = read.fields.filter(
    ({ key, value }) =>
      key !== TOKEN_FIELD && value !== '' && !(declaration.ignored?.test(key) ?? false),
  )
  return {
    fields,
    files: [...files, ...(read.files ?? [])].filter((name) => name !== ''),
    eventId: readId(tree, declaration, body),
    token: textAt(tree, TOKEN_FIELD) || undefined,
    isTest: declaration.testMark !== undefined && textAt(tree, declaration.testMark) === 'true',
  }
}

/** Returns the secret that a form service sent inside the payload; undefined if it sends none. */
export function readSecretKey(
  contentType: string | undefined,
  body: Buffer,
  provider: string,
): string | undefined {
  const { secretKey } = declarationOf(provider)
  if (secretKey === undefined) return undefined
  return textAt(parsePayload(contentType, body, provider).tree, secretKey) || undefined
}

function parsePayload(
  contentType: string | undefined,
  body: Buffer,
  provider: string,
): ParsedPayload {
  const { tree, files } = parseTree(contentType, body)
  const own = declarationOf(provider)
  const shaped = own.isShape?.(tree)
    ? own
    : Object.values(FORM_DECLARATIONS).find((each) => each.isShape?.(tree))
  return { tree, files, declaration: shaped ?? own }
}

function parseTree(contentType: string | undefined, body: Buffer): { tree: Tree; files: string[] } {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (body.length === 0) return { tree: new Map(), files: [] }
  if (type === MULTIPART) {
    const stored = JSON.parse(body.toString('utf8')) as StoredMultipart
    return { tree: fieldsToTree(checked(flattenFields(stored.fields))), files: stored.files }
  }
  const json = looksLikeJson(type, body) ? parse(body) : undefined
  const isJson = typeof json === 'object' && json !== null
  if (isJson && !Array.isArray(json)) checkDepth(body)
  const fields = isJson ? undefined : checked(parseForm(contentType, body))
  if (isJson && Array.isArray(json)) checked(parseForm('application/json', body))
  return { tree: fields ? fieldsToTree(fields) : (toTree(json) ?? new Map()), files: [] }
}

/** Refuses JSON that is nested too deeply or has too many or too long texts. */
function checkDepth(body: Buffer): void {
  const result = parseForm('application/json', body)
  if (result.problem === 'too_deep' || result.problem === 'malformed_body') checked(result)
}

function looksLikeJson(type: string, body: Buffer): boolean {
  if (/^(application|text)\/([\w.-]+\+)?json$/.test(type)) return true
  const isLoose = ['', 'text/plain', 'application/x-www-form-urlencoded'].includes(type)
  return isLoose && /^\s*\{/.test(body.toString('latin1', 0, 64))
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

function checked(result: FormResult): { key: string; value: string }[] {
  if (result.fields) return result.fields
  throw new AppError(
    result.problem === 'malformed_body'
      ? 'malformed_json'
      : result.problem === 'unsupported_media_type'
        ? 'unsupported_media_type'
        : 'validation_failed',
    result.message,
    { fields: [{ field: '', code: result.problem, message: result.message }] },
  )
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

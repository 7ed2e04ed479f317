import { AppError } from '#lib/errors.ts'
import { cutFields, FORM_CAPS, isUtf8, parseUrlEncoded } from './form-caps.ts'
import { scanJson } from '#lib/scan-json.ts'
import { textBefore } from '#lib/text-before.ts'
import { fieldsToTree, toTree } from './tree.ts'
import type { Tree } from './tree.ts'
import { MULTIPART } from './submission.ts'
import type { StoredMultipart } from './submission.ts'

/** A parsed body of a form: its values, the names of its files, and whether it had more than `FORM_CAPS` allows. */
export type ParsedSubmission = { tree: Tree; files: string[]; isCut: boolean; body: Buffer }

/**
 * Parses the body of a submission: JSON, urlencoded, or multipart in its stored form. JSON is also recognised under a
 * wrong type, which scripts and beacons send. Fields, values and characters beyond `FORM_CAPS` are left out before they
 * are parsed.
 *
 * @throws {AppError} malformed_json, unsupported_media_type, validation_failed
 */
export function parseSubmission(contentType: string | undefined, body: Buffer): ParsedSubmission {
  return { ...parseTree(contentType ?? '', body), body }
}

function parseTree(contentType: string, body: Buffer): Omit<ParsedSubmission, 'body'> {
  if (body.length === 0) return { tree: new Map(), files: [], isCut: false }
  const type = textBefore(contentType, ';').trim().toLowerCase()
  if (type === MULTIPART) {
    const stored: StoredMultipart = JSON.parse(body.toString('utf8'))
    const { fields, isCut } = cutFields(stored.fields)
    return {
      tree: fieldsToTree(fields),
      files: stored.files,
      isCut: isCut || stored.isCut === true,
    }
  }
  const isJson = /^(application|text)\/([\w.-]+\+)?json$/.test(type)
  if (isJson || looksLikeJson(type, body)) {
    const parsed = parseJson(new TextDecoder().decode(body))
    if (parsed) return { ...parsed, files: [] }
    if (isJson) throw new AppError('malformed_json', 'The body is not a JSON object.')
  }
  if (type !== 'application/x-www-form-urlencoded' || !isUtf8(contentType))
    throw new AppError(
      'unsupported_media_type',
      'The form must be JSON, URL-encoded or multipart, in UTF-8.',
    )
  const { fields, isCut } = parseUrlEncoded(body)
  return { tree: fieldsToTree(fields), files: [], isCut }
}

function looksLikeJson(type: string, body: Buffer): boolean {
  const isLoose = ['', 'text/plain', 'application/x-www-form-urlencoded'].includes(type)
  return isLoose && /^\s*\{/.test(body.toString('latin1', 0, 64))
}

/** Parses a JSON object, without the values that are too many; undefined if it is none. */
function parseJson(text: string): { tree: Tree; isCut: boolean } | undefined {
  const { depthMax, jsonValuesMax } = FORM_CAPS
  const { problem, within } = scanJson(text, {
    depthMax: depthMax + 1,
    valuesMax: jsonValuesMax,
  })
  if (problem === 'too_deep') {
    const message = `A value is nested deeper than ${depthMax} levels.`
    throw new AppError('validation_failed', message, {
      fields: [{ field: '', code: 'too_deep', message }],
    })
  }
  let value: unknown
  try {
    value = JSON.parse(within)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return { tree: toTree(value) ?? new Map(), isCut: problem !== undefined }
}

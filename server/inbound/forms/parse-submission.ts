import { AppError, invalidField } from '#lib/errors.ts'
import { cutFields, findDecoder, FORM_CAPS, parseUrlEncoded } from './form-caps.ts'
import { scanJson } from '#lib/scan-json.ts'
import { textBefore } from '#lib/text-before.ts'
import { fieldsToTree, toTree } from './tree.ts'
import type { Tree } from './tree.ts'
import { MULTIPART } from './submission.ts'
import type { StoredMultipart } from './submission.ts'

/** A parsed body of a form: its values, the names of its files, and whether it had more than `FORM_CAPS` allows. */
export type ParsedSubmission = { tree: Tree; files: string[]; isCut: boolean; body: Buffer }

type ParsedTree = { tree: Tree; isCut: boolean }

const URLENCODED = 'application/x-www-form-urlencoded'

/** The most layers of JSON whose whole value is a text with JSON. */
const JSON_LAYERS_MAX = 3

/**
 * Parses the body of a submission: JSON, urlencoded, or multipart in its stored form. JSON is also recognised under a
 * wrong type, which scripts and beacons send, and URL-encoded fields under the type of JSON. Fields, values and characters beyond
 * `FORM_CAPS` are left out before they are parsed.
 *
 * @throws {AppError} malformed_json, unsupported_media_type, validation_failed
 */
export function parseSubmission(contentType: string | undefined, body: Buffer): ParsedSubmission {
  const files: string[] = []
  return { files, ...parseTree(contentType ?? '', body), body }
}

function parseTree(contentType: string, body: Buffer): ParsedTree & { files?: string[] } {
  if (body.length === 0) return { tree: new Map(), isCut: false }
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
    const parsed = parseJson(findDecoder(contentType, [body]).decode(body))
    if (parsed) return parsed
    if (isJson && !looksUrlEncoded(body))
      throw new AppError('malformed_json', 'The body is not valid JSON.')
  }
  if (!isJson && type !== URLENCODED)
    throw new AppError(
      'unsupported_media_type',
      'The form must be JSON, URL-encoded or multipart, such as a page sends it.',
    )
  return parsePairs(body, contentType)
}

function parsePairs(body: Buffer, contentType: string): ParsedTree {
  const { fields, isCut } = parseUrlEncoded(body, contentType)
  return { tree: fieldsToTree(fields), isCut }
}

function looksLikeJson(type: string, body: Buffer): boolean {
  const isLoose = ['', 'text/plain', URLENCODED].includes(type)
  return isLoose && /^\s*[{[]/.test(body.toString('latin1', 0, 64))
}

/** Returns whether a body that is not JSON starts with the name of a field. */
function looksUrlEncoded(body: Buffer): boolean {
  return /^[^\s=&{}"<>]+=/.test(body.toString('latin1', 0, FORM_CAPS.keyCharactersMax + 1))
}

/**
 * Parses JSON, without the values that are too many; undefined if it is none. A text in JSON is parsed as a body.
 *
 * @throws {AppError} validation_failed: nested too deeply, or neither an object nor a list of objects
 */
function parseJson(text: string, layer = 1): ParsedTree | undefined {
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
  if (typeof value === 'string' && layer < JSON_LAYERS_MAX) {
    const inner = Buffer.from(value)
    const parsed = parseJson(value, layer + 1)
    if (parsed) return parsed
    if (looksUrlEncoded(inner)) return parsePairs(inner, '')
  }
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'object' && item)
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !isList))
    throw invalidField('body', 'must be a JSON object of fields, or a list of such objects')
  return { tree: toTree(value) ?? new Map(), isCut: problem !== undefined }
}

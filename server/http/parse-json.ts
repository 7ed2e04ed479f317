import { AppError, fieldError } from '#lib/errors.ts'
import { scanJson } from '#lib/scan-json.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const suspicious = /\\u(?:0000|d[89a-f][0-9a-f]{2})|__proto__|constructor/i

/** The deepest nesting that is accepted: more than any field needs, and far less than the stack allows. */
export const DEPTH_MAX = 64
/** The most fields and array items of a body: more than any route needs, and few enough to list what is wrong. */
export const VALUES_MAX = 5_000

/**
 * Parses a JSON body. Returns undefined for an empty body. Rejects what PostgreSQL cannot store unchanged (NUL
 * characters, lone surrogates), keys that could reach a prototype, and bodies with too many or too deeply nested
 * values, before they are parsed.
 *
 * @throws {AppError} malformed_json, validation_failed
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(body)
    checkSize(text)
    value = JSON.parse(text)
  } catch (err) {
    if (err instanceof AppError) throw err
    throw new AppError('malformed_json', 'The body must be a JSON value in UTF-8.')
  }
  if (suspicious.test(text)) checkText(value, '')
  return value
}

function checkText(value: unknown, path: string): void {
  if (typeof value === 'string' && !isStorable(value))
    throw fieldError(
      'validation_failed',
      path,
      'must not contain NUL characters or lone surrogates',
    )
  if (typeof value !== 'object' || value === null) return
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__' || !isStorable(key))
      throw fieldError('validation_failed', path, 'contains a key that is not allowed')
    checkText(item, path ? `${path}.${key}` : key)
  }
}

/** Refuses a JSON text that is nested too deeply or has too many values. */
function checkSize(text: string): void {
  const { problem } = scanJson(text, { depthMax: DEPTH_MAX, valuesMax: VALUES_MAX })
  if (problem === 'too_deep')
    throw tooLarge(`The body must not be nested deeper than ${DEPTH_MAX} levels.`)
  if (problem) throw tooLarge(`The body must not have more than ${VALUES_MAX} values.`)
}

function tooLarge(message: string): AppError {
  return fieldError('validation_failed', '', message)
}

/** Returns whether PostgreSQL can store `text` unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

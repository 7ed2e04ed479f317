import { AppError, fieldError } from '#lib/errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
const suspicious = /\\u(?:0000|d[89a-f][0-9a-f]{2})|__proto__|constructor/i

/** The deepest nesting that is accepted: more than any field needs, and far less than the stack allows. */
const DEPTH_MAX = 64

/**
 * Parses a JSON body. Returns undefined for an empty body. Rejects what PostgreSQL cannot store unchanged (NUL
 * characters, lone surrogates) and keys that could reach a prototype.
 *
 * @throws {AppError} malformed_json, validation_failed
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  let text: string
  let value: unknown
  try {
    text = utf8.decode(body)
    value = JSON.parse(text)
  } catch {
    throw new AppError('malformed_json', 'The body must be a JSON value in UTF-8.')
  }
  if (suspicious.test(text)) checkText(value, '', 0)
  return value
}

function checkText(value: unknown, path: string, depth: number): void {
  if (typeof value === 'string' && !isStorable(value))
    throw fieldError(
      'validation_failed',
      path,
      'must not contain NUL characters or lone surrogates',
    )
  if (typeof value !== 'object' || value === null) return
  if (depth === DEPTH_MAX)
    throw fieldError(
      'validation_failed',
      path,
      `must not be nested deeper than ${DEPTH_MAX} levels`,
    )
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__' || !isStorable(key))
      throw fieldError('validation_failed', path, 'contains a key that is not allowed')
    checkText(item, path ? `${path}.${key}` : key, depth + 1)
  }
}

/** Returns whether PostgreSQL can store `text` unchanged. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** A field of a form, with key and value as text. A key can occur several times. */
type FormField = { key: string; value: string }

/** Why a form is rejected, as a stable code. */
type FormProblem =
  | 'unsupported_media_type'
  | 'malformed_body'
  | 'too_many_fields'
  | 'key_too_long'
  | 'value_too_long'
  | 'too_deep'

/** The fields of a form, or the reason why it is rejected. */
export type FormResult =
  | { fields: FormField[]; problem?: never; message?: never }
  | { fields?: never; problem: FormProblem; message: string }

/** The limits of a form, for every encoding. Lengths are in characters. */
export const FORM_CAPS = {
  fieldsMax: 200,
  keyCharactersMax: 256,
  valueCharactersMax: 64 * 1024,
  depthMax: 16,
} as const

/**
 * Parses a form sent as JSON (`application/json`, `…+json`) or URL-encoded, both in UTF-8.
 * Multipart bodies are parsed elsewhere; pass their text parts to `flattenFields`.
 */
export function parseForm(contentType: string | undefined, raw: Buffer): FormResult {
  const [mediaType = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='))
  if (charset && !/charset="?utf-?8"?\s*$/.test(charset)) {
    return refuse('unsupported_media_type', 'The form must be encoded in UTF-8.')
  }
  const type = mediaType.trim()
  const text = new TextDecoder().decode(raw)
  if (type === 'application/x-www-form-urlencoded') return flattenFields(new URLSearchParams(text))
  if (!/^(application|text)\/([\w.-]+\+)?json$/.test(type)) {
    return refuse('unsupported_media_type', 'The form must be JSON, URL-encoded or multipart.')
  }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return refuse('malformed_body', 'The body is not valid JSON.')
  }
  if (!isObject(body)) return refuse('malformed_body', 'The body is not a JSON object.')
  return flattenFields(Object.entries(body))
}

/**
 * Flattens form fields to text, within `FORM_CAPS`. Keys such as `fields[email][value]` are not changed.
 * An object becomes one field per member, `a.b`. A list of plain values is joined with `, `. Deeper values stay
 * as JSON text. Null values are left out, and characters that PostgreSQL cannot store are removed or replaced.
 */
export function flattenFields(entries: Iterable<readonly [string, unknown]>): FormResult {
  const fields: FormField[] = []
  for (const [key, value] of entries) {
    if (isDeeperThan(value, FORM_CAPS.depthMax)) {
      return refuse('too_deep', `A value is nested deeper than ${FORM_CAPS.depthMax} levels.`)
    }
    const members = isObject(value)
      ? Object.entries(value).map(([name, member]) => [`${key}.${name}`, member] as const)
      : [[key, value] as const]
    for (const [name, member] of members) {
      if (member === null || member === undefined) continue
      const field = { key: storable(name), value: storable(toText(member)) }
      if (fields.length >= FORM_CAPS.fieldsMax) {
        return refuse('too_many_fields', `The form has more than ${FORM_CAPS.fieldsMax} fields.`)
      }
      if (field.key.length > FORM_CAPS.keyCharactersMax) {
        return refuse('key_too_long', 'A field name is too long.')
      }
      if (field.value.length > FORM_CAPS.valueCharactersMax) {
        return refuse('value_too_long', 'A field value is too long.')
      }
      fields.push(field)
    }
  }
  return { fields }
}

function refuse(problem: FormProblem, message: string): FormResult {
  return { problem, message }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return String(value)
  const isPlainList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isPlainList ? value.join(', ') : JSON.stringify(value)
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** Iterates level by level instead of recursing, because a deeply nested body would exhaust the stack. */
function isDeeperThan(value: unknown, depthMax: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= depthMax; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}

import { fieldError } from '#lib/errors.ts'

/** A condition of a filter: the field has one of the values. */
export type FieldCondition = { key: string; values: string[] }

const SYNTAX = 'must have the form key:value,value;key:value'

/**
 * Parses a filter by custom fields, such as `plan:gold,silver;age:18..30`: conditions are separated by `;`, values by `,`. A
 * backslash before one of `,`, `;`, `:` and `\` makes it a part of the text.
 *
 * @throws {AppError} validation_failed for another form, and for a field with two conditions
 */
export function parseFieldFilter(text: string): FieldCondition[] {
  const conditions: FieldCondition[] = []
  for (const part of split(text, ';')) {
    if (part.trim() === '') continue
    const [key, ...rest] = split(part, ':')
    const values = split(rest.join(':'), ',').map(unescape)
    if (key === undefined || rest.length === 0 || unescape(key) === '' || values.includes(''))
      throw fieldError('validation_failed', 'fields', SYNTAX)
    if (conditions.some((each) => each.key === unescape(key)))
      throw fieldError('validation_failed', 'fields', `must not contain ${unescape(key)} twice`)
    conditions.push({ key: unescape(key), values })
  }
  if (conditions.length === 0) throw fieldError('validation_failed', 'fields', SYNTAX)
  return conditions
}

/** Splits a text at a sign that no backslash precedes. */
function split(text: string, sign: string): string[] {
  const parts = ['']
  for (const token of text.match(/\\[^]|[^]/gu) ?? []) {
    if (token === sign) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

function unescape(text: string): string {
  return text.trim().replaceAll(/\\([,;:\\])/g, '$1')
}

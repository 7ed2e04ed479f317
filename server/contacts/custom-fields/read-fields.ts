import { isBlank } from '#lib/is-blank.ts'
import { AppError } from '#lib/errors.ts'
import type { FieldError } from '#lib/errors.ts'
import type { FieldDefinition } from './find-definitions.ts'
import { readFieldValue } from './read-field-value.ts'
import type { FieldValues } from './schema.ts'

/** The definition of a field without one: any text. */
const ANY_TEXT = { type: 'text', choices: null } as const

/**
 * Checks the values of a request against the definitions of their fields, and returns the texts to store; null for a
 * value that is removed. A key without a definition takes any text.
 *
 * @throws {AppError} validation_failed, with each value that does not fit
 */
export function readFields(
  definitions: FieldDefinition[],
  given: FieldValues = {},
): Record<string, string | null> {
  const problems: FieldError[] = []
  const byKey = new Map(definitions.map((each) => [each.key, each]))
  const read = Object.entries(given).map(([key, value]): [string, string | null] => {
    if (value === null || isBlank(String(value))) return [key, null]
    const definition = byKey.get(key)
    const { text, problem } = readFieldValue(definition ?? ANY_TEXT, value)
    if (problem !== undefined)
      problems.push({ field: `fields.${key}`, code: 'invalid_value', message: problem })
    // A text without a definition is kept as it is written.
    return [key, definition ? (text ?? null) : String(value)]
  })
  if (problems.length > 0) {
    const detail = problems.map(({ field, message }) => `${field} ${message}`).join('; ')
    throw new AppError('validation_failed', `${detail}.`, { fields: problems })
  }
  return Object.fromEntries(read)
}

/** Returns the fields that have a value. */
export function withoutNulls(fields: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null),
  )
}

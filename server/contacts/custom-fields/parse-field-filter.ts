import { invalidField } from '#lib/errors.ts'
import { splitFieldFilter } from '#shared/field-filters.ts'
import type { FieldCondition } from '#shared/field-filters.ts'

const SYNTAX = 'must have the form key:value,value;key:value'

/**
 * Parses a filter by custom fields, such as `plan:gold,silver;age:18..30`.
 *
 * @throws {AppError} validation_failed for another form, and for a field with two conditions
 */
export function parseFieldFilter(text: string): FieldCondition[] {
  const conditions = splitFieldFilter(text)
  const keys = new Set<string>()
  for (const { key, values } of conditions) {
    if (key === '' || values.includes('')) throw invalidField('fields', SYNTAX)
    if (keys.has(key)) throw invalidField('fields', `must not contain ${key} twice`)
    keys.add(key)
  }
  if (conditions.length === 0) throw invalidField('fields', SYNTAX)
  return conditions
}

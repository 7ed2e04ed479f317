import { invalidField } from '#lib/errors.ts'
import { FIELDS_MAX } from '#shared/contacts.ts'
import { withoutNulls } from './read-fields.ts'

/** Returns the values of custom fields after changes; null removes one. @throws {AppError} validation_failed for too many */
export function mergeFields(
  before: Record<string, string>,
  changes: Record<string, string | null>,
): Record<string, string> {
  const merged = withoutNulls({ ...before, ...changes })
  if (Object.keys(merged).length > FIELDS_MAX)
    throw invalidField('fields', `must contain at most ${FIELDS_MAX} entries`)
  return merged
}

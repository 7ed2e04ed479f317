import { fieldError } from '#lib/errors.ts'
import { FIELDS_MAX, IMPORT_FIELDS, IMPORT_LISTS } from '#shared/contacts.ts'

const NAMING = ['name', 'first_name', 'middle_name', 'last_name', 'phone_e164', 'email']

/**
 * Checks a mapping: its columns exist, each goes into a different field unless a contact can have several of its values, and one
 * of them identifies the contact.
 *
 * @throws {AppError} validation_failed
 */
export function readMapping(
  columns: string[],
  given: Record<string, string>,
): Record<string, string> {
  const refuse = (column: string, message: string) =>
    fieldError('validation_failed', `mapping.${column}`, message)
  const targets = new Set<string>()
  for (const [column, target] of Object.entries(given)) {
    if (!columns.includes(column)) throw refuse(column, 'is not a column of the file')
    const isField = (IMPORT_FIELDS as readonly string[]).includes(target)
    if (!isField && !/^fields\.[^]{1,64}$/.test(target))
      throw refuse(column, `must be one of ${IMPORT_FIELDS.join(', ')}, or fields.<name>`)
    if (targets.has(target) && !IMPORT_LISTS.includes(target))
      throw refuse(column, `is mapped to ${target}, which another column is already mapped to`)
    targets.add(target)
  }
  if ([...targets].filter((target) => target.startsWith('fields.')).length > FIELDS_MAX)
    throw fieldError(
      'validation_failed',
      'mapping',
      `must have at most ${FIELDS_MAX} custom fields`,
    )
  if (!NAMING.some((target) => targets.has(target)))
    throw fieldError(
      'validation_failed',
      'mapping',
      'must map a column to a name, phone_e164 or email',
    )
  return given
}

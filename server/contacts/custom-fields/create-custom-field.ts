import { cleanText } from '#lib/clean-text.ts'
import { sql } from 'kysely'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { sqlState } from '#db/pool.ts'
import { transaction } from '#db/transaction.ts'
import { AppError, invalidField } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { ALL_CUSTOM_FIELDS_MAX, CUSTOM_FIELDS_MAX } from '#shared/custom-fields.ts'
import type { CustomFieldSubject } from '#shared/custom-fields.ts'
import { insertRow } from '#db/insert-row.ts'
import { lockDefinitions } from './index-fields.ts'
import { toCustomField } from './schema.ts'
import type { CreateCustomFieldBody, CustomField } from './schema.ts'

/**
 * Defines a custom field of contacts or tickets. Values that they have under its key stay, and are found by filters if they fit.
 *
 * @throws {AppError} custom_field_taken, too_many_custom_fields, validation_failed
 */
export async function createCustomField(
  scope: Scope,
  input: CreateCustomFieldBody,
): Promise<CustomField> {
  const key = readText(input.key, 'key')
  const label = input.label === undefined ? key : readText(input.label, 'label')
  const choices = readChoices(input.type, input.choices)
  return transaction(scope, async (tx) => {
    await lockDefinitions(tx)
    const appliesTo = input.applies_to ?? 'contact'
    await checkCounts(tx, appliesTo, { isNew: true })
    const now = tx.clock.now()
    const row = await insertRow(tx, 'custom_fields', {
      id: newId(),
      applies_to: appliesTo,
      key,
      label,
      type: input.type,
      choices,
      // Only values of contacts are indexed.
      ...(appliesTo === 'ticket' && { indexed_at: now }),
      created_at: now,
      updated_at: now,
    }).catch(refuseTaken)
    await recordAudit(tx, 'custom_field.created', row.id, { name: label, key, type: input.type })
    return toCustomField(row)
  })
}

/** Trims a key or label. @throws {AppError} validation_failed when it is empty or has control characters */
export function readText(text: string, field: 'key' | 'label'): string {
  const trimmed = readTrimmed(field, text)
  if (/\p{Cc}/u.test(trimmed)) throw invalidField(field, 'must not contain control characters')
  return trimmed
}

/** Checks the choices of a field: only the type choice has them, and each differs from others by more than case. @throws {AppError} validation_failed */
export function readChoices(
  type: CustomField['type'],
  given: readonly string[] | undefined,
): string[] | null {
  if (type !== 'choice') {
    if (given === undefined) return null
    throw invalidField('choices', 'are only possible for the type choice')
  }
  if (given === undefined) throw invalidField('choices', 'are required for the type choice')
  const choices = given.map((option) => cleanText(option))
  const isBad = (option: string) => option === '' || /\p{Cc}/u.test(option)
  if (choices.some(isBad))
    throw invalidField('choices', 'must not be empty or have control characters')
  if (new Set(choices.map((option) => option.toLowerCase())).size < choices.length)
    throw invalidField('choices', 'must differ by more than their case')
  return choices
}

/** Checks that contacts or tickets can have one more custom field, new or restored. @throws {AppError} too_many_custom_fields */
export async function checkCounts(
  tx: Scope,
  appliesTo: CustomFieldSubject,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const { rows } = await sql<{ total: number; active: number }>`
    select count(*)::integer as total, count(*) filter (where archived_at is null)::integer as active
    from custom_fields where workspace_id = ${tx.workspaceId} and applies_to = ${appliesTo}`.execute(
    tx.db,
  )
  const { total, active } = rows[0]!
  if (active >= CUSTOM_FIELDS_MAX)
    throw new AppError(
      'too_many_custom_fields',
      `The workspace can have ${CUSTOM_FIELDS_MAX} custom fields for ${appliesTo}s. Archive one first.`,
    )
  if (isNew && total >= ALL_CUSTOM_FIELDS_MAX)
    throw new AppError(
      'too_many_custom_fields',
      `The workspace can have ${ALL_CUSTOM_FIELDS_MAX} custom fields for ${appliesTo}s with archived ones. Restore an archived one instead.`,
    )
}

/** Throws custom_field_taken if `err` is a violation of a unique key or label, else `err`. */
export function refuseTaken(err: unknown): never {
  if (sqlState(err) !== '23505') throw err
  const { constraint } = err as { constraint?: string }
  const message =
    constraint === 'custom_fields_key'
      ? 'A custom field with this key already exists. It may be archived.'
      : 'A custom field with this label already exists.'
  throw new AppError('custom_field_taken', message, { cause: err })
}

import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { updateById } from '#db/update-by-id.ts'
import { checkCounts, readChoices, readText, refuseTaken } from './create-custom-field.ts'
import { lockDefinitions } from './index-fields.ts'
import { toCustomField } from './schema.ts'
import type { CustomField, UpdateCustomFieldBody } from './schema.ts'

/**
 * Updates the given parts of a custom field's definition; `archived` archives or restores it. The values of contacts and tickets stay.
 *
 * @throws {AppError} custom_field_not_found, custom_field_taken, too_many_custom_fields, validation_failed
 */
export async function updateCustomField(
  scope: Scope,
  id: string,
  input: UpdateCustomFieldBody,
): Promise<CustomField> {
  return transaction(scope, async (tx) => {
    // Two restored at once must not exceed the limit.
    if (input.archived === false) await lockDefinitions(tx)
    const before = await getById(tx, 'custom_fields', id, 'change')
    const label = input.label === undefined ? before.label : readText(input.label, 'label')
    const choices =
      input.choices === undefined ? before.choices : readChoices(before.type, input.choices)
    const now = tx.clock.now()
    const archivedAt = input.archived === false ? null : (before.archived_at ?? now)
    const archived_at = input.archived === undefined ? before.archived_at : archivedAt
    const changes = changedFields(before, { label, choices })
    const isArchived = archived_at !== null
    const wasArchived = before.archived_at !== null
    if (Object.keys(changes).length === 0 && isArchived === wasArchived)
      return toCustomField(before)
    if (wasArchived && !isArchived) await checkCounts(tx, before.applies_to, { isNew: false })
    const after = { ...before, label, choices, archived_at, updated_at: now }
    await updateById(tx, 'custom_fields', before.id, {
      label,
      choices,
      archived_at,
      updated_at: now,
    }).catch(refuseTaken)
    if (Object.keys(changes).length > 0)
      await recordAudit(tx, 'custom_field.updated', before.id, { name: before.label, ...changes })
    if (isArchived !== wasArchived) {
      const action = isArchived ? 'custom_field.archived' : 'custom_field.restored'
      await recordAudit(tx, action, before.id, { name: label })
    }
    return toCustomField(after)
  })
}

import { changedFields } from '../audit/changed-fields.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Scope } from '#context.ts'
import { transaction } from '#db/transaction.ts'
import { fieldError } from '#lib/errors.ts'
import { isCountry } from '#lib/phone.ts'
import { getWorkspace } from './get-workspace.ts'
import { toWorkspaceSettings } from './schema.ts'
import type { UpdateWorkspaceBody, WorkspaceSettings } from './schema.ts'

/**
 * Updates the settings of the scope's workspace. Omitted settings are not changed. @throws {AppError}
 * validation_failed
 */
export async function updateWorkspace(
  scope: Scope,
  input: UpdateWorkspaceBody,
): Promise<WorkspaceSettings> {
  const { name, default_country: country, unmatched_phone, retention_days } = input
  const trimmed = name?.trim()
  if (trimmed === '') throw fieldError('validation_failed', 'name', 'must not be empty')
  const upper = country?.toUpperCase()
  if (upper !== undefined && !isCountry(upper))
    throw fieldError(
      'validation_failed',
      'default_country',
      'must be a country code, such as IN or GB',
    )
  const changes = {
    ...(trimmed !== undefined && { name: trimmed }),
    ...(upper !== undefined && { default_country: upper }),
    ...(unmatched_phone !== undefined && { unmatched_phone }),
    ...(retention_days !== undefined && { retention_days }),
  }
  return transaction(scope, async (tx) => {
    const before = await getWorkspace(tx, tx.workspaceId)
    const changed = changedFields(before, changes)
    if (Object.keys(changed).length === 0) return toWorkspaceSettings(before)
    const row = await tx.db
      .updateTable('workspaces')
      .set(changes)
      .where('id', '=', tx.workspaceId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit(tx, {
      action: 'workspace.updated',
      targetType: 'workspace',
      targetId: tx.workspaceId,
      data: { changes: changed },
    })
    return toWorkspaceSettings(row)
  })
}

import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { reconsiderAvailability } from '#availability/reconsider-availability.ts'
import type { Scope } from '#db/context.ts'
import { getById } from '#db/get-by-id.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { reconsiderTargets } from '#followers/reconsider-targets.ts'
import { invalidField } from '#lib/errors.ts'
import { checkHours } from '#lib/hours/check-hours.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { hoursTaken } from './create-business-hours.ts'
import { leaveDefault } from './leave-default.ts'
import { toBusinessHours } from './schema.ts'
import type { BusinessHours, UpdateBusinessHoursBody } from './schema.ts'

/**
 * Updates the given fields of business hours. @throws {AppError} business_hours_not_found, hours_taken, validation_failed
 */
export async function updateBusinessHours(
  scope: Scope,
  id: string,
  input: Static<typeof UpdateBusinessHoursBody>,
): Promise<BusinessHours> {
  return transaction(scope, async (tx) => {
    const { workspace_id, created_at, updated_at, ...before } = await getById(
      tx,
      'business_hours',
      id,
      'change',
    )
    const name = input.name === undefined ? before.name : readTrimmed('name', input.name)
    const after = { ...before, ...input, name }
    checkHours(after)
    if (before.is_default && !after.is_default)
      throw invalidField(
        'is_default',
        'must be true: make other business hours the default instead',
      )
    const changes = changedFields(before, after)
    const now = tx.clock.now()
    if (Object.keys(changes).length === 0)
      return toBusinessHours({ ...before, workspace_id, created_at, updated_at }, now)
    if (after.is_default && !before.is_default) await leaveDefault(tx)
    const row = await changeById(tx, 'business_hours', before.id, {
      name,
      time_zone: after.time_zone,
      week: JSON.stringify(after.week),
      exceptions: JSON.stringify(after.exceptions),
      is_default: after.is_default,
      updated_at: now,
    }).catch(hoursTaken(name))
    await reconsiderAvailability(tx, row.id)
    await reconsiderTargets(tx)
    await recordAudit(tx, 'business_hours.updated', before.id, { name: before.name, ...changes })
    return toBusinessHours(row, now)
  })
}

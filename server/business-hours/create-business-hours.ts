import type { Static } from 'typebox'
import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import { countRows } from '#db/count-rows.ts'
import { insertRow } from '#db/insert-row.ts'
import { refuseTaken } from '#db/refuse-taken.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { reconsiderTargets } from '#followers/reconsider-targets.ts'
import { AppError } from '#lib/errors.ts'
import { checkHours } from '#lib/hours/check-hours.ts'
import { newId } from '#lib/ids.ts'
import { readTrimmed } from '#lib/read-trimmed.ts'
import { BUSINESS_HOURS_MAX } from '#shared/business-hours.ts'
import { leaveDefault } from './leave-default.ts'
import { toBusinessHours } from './schema.ts'
import type { BusinessHours, CreateBusinessHoursBody } from './schema.ts'

/**
 * Creates business hours. The first ones of a workspace are the default. @throws {AppError} validation_failed, hours_taken,
 * quota_exceeded
 */
export async function createBusinessHours(
  scope: Scope,
  input: Static<typeof CreateBusinessHoursBody>,
): Promise<BusinessHours> {
  const name = readTrimmed('name', input.name)
  const { time_zone, week, exceptions = [] } = input
  checkHours({ time_zone, week, exceptions })
  return transaction(scope, async (tx) => {
    const count = await countRows(selectFrom(tx, 'business_hours'))
    if (count >= BUSINESS_HOURS_MAX.count)
      throw new AppError(
        'quota_exceeded',
        `The workspace can have ${BUSINESS_HOURS_MAX.count} business hours. Delete some first.`,
      )
    const isDefault = input.is_default ?? count === 0
    if (isDefault) await leaveDefault(tx)
    const now = tx.clock.now()
    const row = await insertRow(tx, 'business_hours', {
      id: newId(),
      name,
      time_zone,
      week: JSON.stringify(week),
      exceptions: JSON.stringify(exceptions),
      is_default: isDefault,
      created_at: now,
      updated_at: now,
    }).catch(hoursTaken(name))
    if (isDefault) await reconsiderTargets(tx)
    await recordAudit(tx, 'business_hours.created', row.id, { name })
    return toBusinessHours(row, now)
  })
}

/** Returns a handler of errors that throws hours_taken for the violation of a unique name. */
export function hoursTaken(name: string) {
  return refuseTaken('hours_taken', `Business hours with the name ${name} already exist.`)
}

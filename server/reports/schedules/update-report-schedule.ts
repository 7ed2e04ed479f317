import type { Static } from 'typebox'
import { changedFields } from '#account/audit/changed-fields.ts'
import { recordAudit } from '#account/audit/record-audit.ts'
import { checkMembers } from '#conversations/check-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import { changeById } from '#db/update-by-id.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { pickFields } from '#lib/schemas.ts'
import { checkSchedule } from './check-schedule.ts'
import { lockReportSchedule } from './lock-report-schedule.ts'
import { nextSending } from './next-sending.ts'
import { CreateReportScheduleBody, toReportSchedule } from './schema.ts'
import type { ReportSchedule, UpdateReportScheduleBody } from './schema.ts'

/** What is read before the transaction: whether an admin changes it, and the current members among the new recipients. */
type Found = { isByAdmin: boolean; present: PresentMembers }

/**
 * Updates the given fields of a scheduled report, and computes when it is sent next.
 *
 * @throws {AppError} report_schedule_not_found, author_required, membership_not_found, validation_failed
 */
export async function updateReportSchedule(
  scope: Scope,
  id: string,
  input: Static<typeof UpdateReportScheduleBody>,
  { isByAdmin, present }: Found,
): Promise<ReportSchedule> {
  checkMembers(present, input.recipient_ids ?? [])
  return transaction(scope, async (tx) => {
    const row = await lockReportSchedule(tx, id, isByAdmin)
    const before = pickFields(CreateReportScheduleBody, row)
    const after = { ...before, ...input }
    checkSchedule(after)
    const changes = changedFields(before, after)
    if (Object.keys(changes).length === 0) return toReportSchedule(row)
    const now = tx.clock.now()
    const changed = await changeById(tx, 'report_schedules', row.id, {
      ...after,
      filters: JSON.stringify(after.filters),
      next_at: nextSending(after, now),
      updated_at: now,
    })
    await recordAudit(tx, 'report_schedule.updated', row.id, { name: row.report, ...changes })
    wakeAfterCommit(tx, 'reports', [tx.workspaceId])
    return toReportSchedule(changed)
  })
}

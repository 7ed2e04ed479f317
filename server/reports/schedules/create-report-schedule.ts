import { recordAudit } from '#account/audit/record-audit.ts'
import { checkMembers } from '#conversations/check-members.ts'
import type { PresentMembers } from '#conversations/find-present-members.ts'
import type { Scope } from '#db/context.ts'
import { insertRow } from '#db/insert-row.ts'
import { selectFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { wakeAfterCommit } from '#db/wake-after-commit.ts'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import { AppError } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { SCHEDULE_MAX } from '#shared/reports.ts'
import { checkSchedule } from './check-schedule.ts'
import { nextSending } from './next-sending.ts'
import { toReportSchedule } from './schema.ts'
import type { ReportSchedule, ScheduleInput } from './schema.ts'

/**
 * Schedules a report of the scope's member. `present`: the current members of the workspace among the recipients.
 *
 * @throws {AppError} membership_not_found, too_many_report_schedules, validation_failed
 */
export async function createReportSchedule(
  scope: Scope,
  input: ScheduleInput,
  present: PresentMembers,
): Promise<ReportSchedule> {
  checkSchedule(input)
  checkMembers(present, input.recipient_ids)
  return transaction(scope, async (tx) => {
    const now = tx.clock.now()
    const { length } = await selectFrom(tx, 'report_schedules').select('id').execute()
    if (length >= SCHEDULE_MAX.schedules)
      throw new AppError(
        'too_many_report_schedules',
        `A workspace has at most ${SCHEDULE_MAX.schedules} scheduled reports.`,
      )
    const row = await insertRow(tx, 'report_schedules', {
      ...input,
      id: newId(now),
      filters: JSON.stringify(input.filters),
      created_by: memberOf(tx),
      next_at: nextSending(input, now),
      created_at: now,
      updated_at: now,
    })
    await recordAudit(tx, 'report_schedule.created', row.id, { name: row.report })
    wakeAfterCommit(tx, 'reports', [tx.workspaceId])
    return toReportSchedule(row)
  })
}

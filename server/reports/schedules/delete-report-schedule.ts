import { recordAudit } from '#account/audit/record-audit.ts'
import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import { deleteFrom } from '#db/select-from.ts'
import { transaction } from '#db/transaction.ts'
import { lockReportSchedule } from './lock-report-schedule.ts'

/** Deletes a scheduled report, so that it is sent no more. @throws {AppError} report_schedule_not_found, author_required */
export async function deleteReportSchedule(scope: Scope, id: string): Promise<void> {
  const isByAdmin = await isAdmin(scope)
  await transaction(scope, async (tx) => {
    const row = await lockReportSchedule(tx, id, isByAdmin)
    await deleteFrom(tx, 'report_schedules').where('id', '=', row.id).execute()
    await recordAudit(tx, 'report_schedule.deleted', row.id, { name: row.report })
  })
}

import type { Selectable } from 'kysely'
import { memberOf } from '#inbox/own-drafts/member-of.ts'
import type { Scope } from '#db/context.ts'
import { notFound } from '#db/get-by-id.ts'
import { selectFrom } from '#db/select-from.ts'
import type { ReportSchedules } from '#db/tables/report-schedules.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { sql } from 'kysely'

/** Selects the scheduled reports that a member created or gets; all of them for an admin. */
export function visibleSchedules(scope: Scope, isByAdmin: boolean) {
  const me = memberOf(scope)
  const all = selectFrom(scope, 'report_schedules')
  if (isByAdmin) return all
  return all.where((eb) =>
    eb.or([eb('created_by', '=', me), sql<boolean>`${me}::uuid = any (recipient_ids)`]),
  )
}

/** Locks a scheduled report for its author or an admin to change, and returns it. @throws {AppError} report_schedule_not_found, author_required */
export async function lockReportSchedule(
  tx: Scope,
  id: string,
  isByAdmin: boolean,
): Promise<Selectable<ReportSchedules>> {
  const row = isUuid(id)
    ? await visibleSchedules(tx, isByAdmin)
        .selectAll()
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw notFound('report_schedules', id)
  if (row.created_by !== memberOf(tx) && !isByAdmin)
    throw new AppError('author_required', 'Only the author or an admin can change the schedule.')
  return row
}

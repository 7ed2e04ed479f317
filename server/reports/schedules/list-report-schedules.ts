import { isAdmin } from '#account/users/is-admin.ts'
import type { Scope } from '#db/context.ts'
import { listPage, NEWEST } from '#db/list-page.ts'
import type { Page, PageInput } from '#lib/page.ts'
import { visibleSchedules } from './lock-report-schedule.ts'
import { toReportSchedule } from './schema.ts'
import type { ReportSchedule } from './schema.ts'

/** Lists the scheduled reports that the scope's member created or gets, all of them for an admin, newest first. @throws {AppError} invalid_cursor */
export async function listReportSchedules(
  scope: Scope,
  input: PageInput,
): Promise<Page<ReportSchedule>> {
  const query = visibleSchedules(scope, await isAdmin(scope)).selectAll()
  return listPage(query, NEWEST, input, toReportSchedule)
}

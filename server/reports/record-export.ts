import { recordAudit } from '#account/audit/record-audit.ts'
import type { Scope } from '#db/context.ts'
import type { ReportName } from '#shared/reports.ts'

/** Records in the audit log that the scope's actor exported a report as CSV. */
export async function recordExport(scope: Scope, report: ReportName, query: object): Promise<void> {
  await recordAudit(scope, 'report.exported', report, { filters: query })
}

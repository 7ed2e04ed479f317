import type { ReportName, ScheduleInterval, SchedulePeriod } from '#shared/reports.ts'
import { json, number, text, time, uuid, uuids, word } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Reports that are sent by mail to members at a time. */
export const report_schedules = tenantTable({
  visibleBy: { everybody: 'filters of reports; each mail has what its recipient sees' },
  rows: 'few',
  withoutContacts: 'settings of members',
}).columns({
  id: uuid(),
  report: word<ReportName>(),
  filters: json<Record<string, unknown>>(),
  period: word<SchedulePeriod>(),
  every: word<ScheduleInterval>(),
  on_day: number().nullable(),
  hour: number(),
  time_zone: text(),
  recipient_ids: uuids(),
  created_by: uuid(),
  next_at: time(),
  sent_at: time().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `report_schedules`. */
export type ReportSchedules = typeof report_schedules.row

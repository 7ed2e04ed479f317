import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { ReportSchedules } from '#db/tables/report-schedules.ts'
import { pageQuery } from '#lib/page.ts'
import {
  closedObject,
  describedTime,
  Id,
  nullable,
  optionals,
  pickFields,
  Time,
  titled,
} from '#lib/schemas.ts'
import {
  BUCKET_SIZES,
  REPORT_HOURS,
  REPORT_NAMES,
  SCHEDULE_INTERVALS,
  SCHEDULE_MAX,
  SCHEDULE_PERIODS,
  WORK_GROUPS,
} from '#shared/reports.ts'

const optionalFilters = {
  bucket: Type.Optional(nullable(Type.Enum([...BUCKET_SIZES]))),
  by: Type.Optional(nullable(Type.Enum([...WORK_GROUPS]))),
  hours: Type.Optional(nullable(Type.Enum([...REPORT_HOURS]))),
  channel_id: Type.Optional(nullable(Id)),
  member_id: Type.Optional(nullable(Id)),
  team_id: Type.Optional(nullable(Id)),
  policy_id: Type.Optional(nullable(Id)),
  endpoint_id: Type.Optional(nullable(Id)),
}

const fields = {
  report: Type.Enum([...REPORT_NAMES]),
  filters: closedObject(optionalFilters, {
    title: 'ReportFilters',
    description: 'Parameters of the report, those of its period left out.',
  }),
  period: Type.Enum([...SCHEDULE_PERIODS], {
    description:
      'Whole days before the one on which it is sent: the last one, 7, 30 or 90, or the last calendar month.',
  }),
  every: Type.Enum([...SCHEDULE_INTERVALS]),
  on_day: nullable(
    Type.Integer({ minimum: 1, maximum: 28 }),
    'The day of the week from 1 (Monday) to 7, or of the month up to 28. Null if it is sent each day.',
  ),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: 'The hour of the day.' }),
  time_zone: Type.String({
    maxLength: 64,
    description: 'The IANA name of the time zone of the hour and of the period.',
  }),
  recipient_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: SCHEDULE_MAX.recipients,
    description: 'Members. Each gets figures of what they see.',
  }),
}

/** The fields of a scheduled report that its author chooses. */
export type ScheduleInput = Static<typeof CreateReportScheduleBody>

/** A report that is sent by mail to members at a time. */
export const ReportSchedule = titled('ReportSchedule', {
  id: Id,
  ...fields,
  created_by: Id,
  next_at: describedTime('When it is sent next.'),
  sent_at: nullable(Time, 'When it was sent last.'),
  created_at: Time,
  updated_at: Time,
})

/** A report that is sent by mail to members at a time. */
export type ReportSchedule = Static<typeof ReportSchedule>

/** The body of POST /api/app/report-schedules. */
export const CreateReportScheduleBody = closedObject(fields)

/** The body of PATCH /api/app/report-schedules/{id}: only fields that are present are updated. */
export const UpdateReportScheduleBody = closedObject(optionals(fields))

/** The query of GET /api/app/report-schedules. */
export const ListReportSchedulesQuery = closedObject(pageQuery)

/** Converts a row of `report_schedules` to the API's scheduled report. */
export function toReportSchedule(row: Selectable<ReportSchedules>): ReportSchedule {
  return pickFields(ReportSchedule, row)
}

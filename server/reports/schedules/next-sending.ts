import type { ReportSchedule } from './schema.ts'

/** When a report is sent. */
type Times = Pick<ReportSchedule, 'every' | 'on_day' | 'hour' | 'time_zone'>

/** The most days between two mails. */
const DAYS_MAX = 32

/**
 * Returns the first time after `after` at which a scheduled report is sent. Where clocks skip its hour, it is sent at the change; where
 * they show it twice, at the first.
 */
export function nextSending({ every, on_day: onDay, hour, time_zone }: Times, after: Date): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(
    time_zone,
  )
  for (let days = 0; days <= DAYS_MAX; days++) {
    const date = local.toPlainDate().add({ days })
    if (every === 'week' && date.dayOfWeek !== onDay) continue
    if (every === 'month' && date.day !== onDay) continue
    const at = date.toPlainDateTime({ hour }).toZonedDateTime(time_zone, {
      disambiguation: 'compatible',
    }).epochMilliseconds
    if (at > after.getTime()) return new Date(at)
  }
  throw new Error(`A report that is sent each ${every} has no day.`)
}

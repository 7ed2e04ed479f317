import type { SchedulePeriod } from '#shared/reports.ts'

/** The days of periods that have a fixed number of them. */
const DAYS = { yesterday: 1, week: 7, month: 30, quarter: 90 } as const

/** Returns the first and the last day, such as 2026-03-01, of the period before the day on which a report is sent. */
export function periodBefore(
  period: SchedulePeriod,
  sentAt: Date,
  timeZone: string,
): { from: string; to: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(sentAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  if (period !== 'last-month')
    return {
      from: today.subtract({ days: DAYS[period] }).toString(),
      to: today.subtract({ days: 1 }).toString(),
    }
  const first = today.with({ day: 1 })
  return {
    from: first.subtract({ months: 1 }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  }
}

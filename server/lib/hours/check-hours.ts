import { WEEKDAYS } from '#shared/business-hours.ts'
import type { BusinessHours, Period, YearlyDay } from '#shared/business-hours.ts'
import { invalidField } from '#lib/errors.ts'
import { isTimeZone } from '#lib/is-time-zone.ts'

const DAY = 24 * 60
/** Every month's most days, of which a yearly day can be one: 29 February is in a year of four. */
const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Checks what the schema of business hours cannot: the zone, the order of periods, overlaps, dates.
 * @throws {AppError} validation_failed, with the first field that is wrong
 */
export function checkHours({ time_zone, week, exceptions }: BusinessHours): void {
  if (/^[+-]/.test(time_zone) || !isTimeZone(time_zone))
    throw invalidField('time_zone', 'must be the IANA name of a time zone, such as Europe/Berlin')
  const all = WEEKDAYS.flatMap((day, index) =>
    checkPeriods(week[day], `week.${day}`).map(({ from, to, field }) => ({
      from: from + index * DAY,
      to: to + index * DAY,
      field,
    })),
  )
  const first = all[0]
  if (!first) throw invalidField('week', 'must have a period on at least one day')
  for (const [index, { to }] of all.entries()) {
    const next = all[index + 1] ?? { ...first, from: first.from + 7 * DAY }
    if (to > next.from) throw invalidField(next.field, 'starts before the period before it ends')
  }
  for (const [index, { date, yearly, periods }] of exceptions.entries()) {
    const field = `exceptions.${index}`
    if (Boolean(date) === Boolean(yearly)) throw invalidField(field, 'needs either date or yearly')
    if (typeof date === 'string' && !isDate(date))
      throw invalidField(`${field}.date`, 'must be a date, such as 2026-12-24')
    if (yearly && !isYearlyDay(yearly))
      throw invalidField(`${field}.yearly`, 'must be a day of a month, such as 24 of 12')
    checkPeriods(periods, `${field}.periods`)
  }
}

/** Returns the periods of a day in minutes since its start. @throws {AppError} validation_failed */
function checkPeriods(periods: readonly Period[], field: string) {
  let end = 0
  return periods.map(([start, stop], index) => {
    const own = `${field}.${index}`
    const from = toMinutes(start)
    const time = toMinutes(stop)
    if (from === DAY) throw invalidField(own, 'starts at 24:00; use 00:00 of the next day')
    const to = time > from ? time : time + DAY
    if (from < end) throw invalidField(own, 'starts before the period before it ends')
    end = to
    return { from, to, field: own }
  })
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

function isYearlyDay(day: YearlyDay): boolean {
  return !('day' in day) || day.day <= (MONTH_DAYS[day.month - 1] ?? 0)
}

import { WEEKDAYS } from '#shared/business-hours.ts'
import type { BusinessHours, DayException, Period, YearlyDay } from '#shared/business-hours.ts'
import { itemAt } from '#lib/item-at.ts'
import { easterSunday } from './easter-sunday.ts'

/** Returns the periods that start on a date. An exception with a date has priority over one of every year. */
export function periodsOn(hours: BusinessHours, date: Temporal.PlainDate): readonly Period[] {
  const exception = findException(hours, date)
  return exception ? exception.periods : hours.week[itemAt(WEEKDAYS, date.dayOfWeek - 1)]
}

/** Days among which the next exceptions are looked for. */
const AHEAD_DAYS = 400

/** Returns the next exceptions with their dates, from a date on: at most `limit`, and only those of the next 400 days. */
export function nextExceptions(
  hours: Pick<BusinessHours, 'exceptions'>,
  from: Temporal.PlainDate,
  limit: number,
): { date: string; label: string; periods: readonly Period[] }[] {
  const found = []
  for (let day = 0; hours.exceptions.length > 0 && day < AHEAD_DAYS; day++) {
    const date = from.add({ days: day })
    const exception = findException(hours, date)
    if (!exception) continue
    found.push({
      date: date.toString(),
      label: exception.label,
      periods: exception.periods,
    })
    if (found.length === limit) break
  }
  return found
}

/** Returns the exception of a date, if there is one. */
function findException(
  { exceptions }: Pick<BusinessHours, 'exceptions'>,
  date: Temporal.PlainDate,
): DayException | undefined {
  const text = date.toString()
  return (
    exceptions.find((each) => each.date === text) ??
    exceptions.find(({ yearly }) => yearly && fallsOn(yearly, date))
  )
}

function fallsOn(day: YearlyDay, date: Temporal.PlainDate): boolean {
  if ('easter' in day) return easterSunday(date.year).add({ days: day.easter }).equals(date)
  if (day.month !== date.month) return false
  if ('day' in day) return day.day === date.day
  if (WEEKDAYS[date.dayOfWeek - 1] !== day.weekday) return false
  if (day.nth === -1) return date.day + 7 > date.daysInMonth
  return Math.ceil(date.day / 7) === day.nth
}

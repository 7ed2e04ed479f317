import { WEEKDAYS } from '#shared/business-hours.ts'
import type { Weekday } from '#shared/business-hours.ts'
import { dateFormat } from '../../../lib/day.ts'

/** Returns the name of a weekday, such as Monday. */
export function weekdayName(day: Weekday, locale: string): string {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)))
  return dateFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date)
}

/** Returns the names of the months, in their order. */
export function monthNames(locale: string): string[] {
  const format = dateFormat(locale, { month: 'long', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2024, month, 1))))
}

/** Returns a date `YYYY-MM-DD` in words, such as 24 Dec 2026. */
export function dateWords(date: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date))
}

/** Every day of a week, in the order of ISO 8601. */
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** A day of a week. */
export type Weekday = (typeof WEEKDAYS)[number]

/**
 * A period of a day, from a time until before another: `HH:MM` in the zone of the calendar. It ends at 24:00 at the latest; one
 * that ends at or before its start goes on until that time of the next day.
 */
export type Period = readonly [from: string, to: string]

/** A day of every year: a date, the nth of a weekday in a month (-1: the last), or days after Easter Sunday. */
export type YearlyDay =
  | { month: number; day: number }
  | { month: number; weekday: Weekday; nth: 1 | 2 | 3 | 4 | -1 }
  | { easter: number }

/** Other hours of a day, which replace those of the week; without periods it is closed. `date` is `YYYY-MM-DD`. */
export type DayException = { label: string; periods: readonly Period[] } & (
  | { date: string; yearly?: null }
  | { yearly: YearlyDay; date?: null }
)

/** When a business is open. `time_zone` is an IANA name. */
export type BusinessHours = {
  time_zone: string
  week: Readonly<Record<Weekday, readonly Period[]>>
  exceptions: readonly DayException[]
}

/** Longest name and label, in characters, most periods of a day, most exceptions, and most business hours of a workspace. */
export const BUSINESS_HOURS_MAX = {
  name: 80,
  label: 80,
  periods: 12,
  exceptions: 200,
  count: 100,
} as const

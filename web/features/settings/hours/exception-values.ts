import { WEEKDAYS } from '#shared/business-hours.ts'
import type { DayException, Period, Weekday } from '#shared/business-hours.ts'

/** Every way to say which day an exception is. */
export const EXCEPTION_KINDS = ['date', 'yearly', 'weekday', 'easter'] as const

/** Every place of a weekday in its month, as the API counts them. */
export const NTHS = { first: 1, second: 2, third: 3, fourth: 4, last: -1 } as const

/** An exception as its fields hold it. Each kind uses its own fields. */
export type ExceptionValues = {
  kind: (typeof EXCEPTION_KINDS)[number]
  label: string
  date: string
  month: number
  day: number
  weekday: Weekday
  nth: keyof typeof NTHS
  easter: number
  periods: Period[]
}

/** The fields of a new exception. */
export const NEW_EXCEPTION: ExceptionValues = {
  kind: 'date',
  label: '',
  date: '',
  month: 1,
  day: 1,
  weekday: WEEKDAYS[0],
  nth: 'first',
  easter: 0,
  periods: [],
}

/** Returns the fields of an exception. */
export function toValues({ label, periods, date, yearly }: DayException): ExceptionValues {
  const values = { ...NEW_EXCEPTION, label, periods: [...periods] }
  if (date) return { ...values, date }
  if (!yearly) return values
  if ('easter' in yearly) return { ...values, kind: 'easter', easter: yearly.easter }
  if ('day' in yearly) return { ...values, kind: 'yearly', month: yearly.month, day: yearly.day }
  const nth = (Object.keys(NTHS) as (keyof typeof NTHS)[]).find((key) => NTHS[key] === yearly.nth)
  return {
    ...values,
    kind: 'weekday',
    month: yearly.month,
    weekday: yearly.weekday,
    nth: nth ?? 'first',
  }
}

/** Returns the exception that fields say. */
export function toException(values: ExceptionValues): DayException {
  const { kind, date, month, day, weekday, nth, easter } = values
  const common = { label: values.label.trim(), periods: values.periods }
  if (kind === 'date') return { ...common, date }
  if (kind === 'easter') return { ...common, yearly: { easter } }
  if (kind === 'yearly') return { ...common, yearly: { month, day } }
  return { ...common, yearly: { month, weekday, nth: NTHS[nth] } }
}

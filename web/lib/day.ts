import { useEffect, useState } from 'react'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Returns a cached formatter, because creating one is slower than rendering a whole row. */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  let found = formatters.get(key)
  if (!found) formatters.set(key, (found = new Intl.DateTimeFormat(locale, options)))
  return found
}

/** Returns the local day of `time` as a number that increases by one each day. */
export function dayOf(time: Date): number {
  return Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / 86_400_000)
}

/** Returns the number of the current day, and updates it after midnight. */
export function useToday(): number {
  const [today, setToday] = useState(() => dayOf(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(dayOf(new Date())), 30_000)
    return () => clearInterval(timer)
  }, [])
  return today
}

/** Formats a time for a list, as short as possible: `now`, `5m`, `3h`, `Mon`, `3 Sept`, `3 Sept 2024`. */
export function shortTime(value: string, now: Date, locale: string): string {
  const time = new Date(value)
  const minutes = Math.floor((now.getTime() - time.getTime()) / 60_000)
  // A time up to a minute ahead is now, because clocks differ.
  if (minutes === 0 || minutes === -1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
  if (minutes > 0 && minutes < 60) return countOf(minutes, 'minute', locale)
  if (minutes > 0 && minutes < 24 * 60) return countOf(Math.floor(minutes / 60), 'hour', locale)
  const ago = dayOf(now) - dayOf(time)
  if (ago > 0 && ago < 7) return dateFormat(locale, { weekday: 'short' }).format(time)
  const isOld = ago > 300
  return dateFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(isOld && { year: 'numeric' }),
  }).format(time)
}

/** Formats a number of minutes, hours or days, as short as possible: `5m`, `3h`. */
export function countOf(count: number, unit: 'minute' | 'hour' | 'day', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count)
}

/** Formats the time of day, such as `14:05`. */
export function clockTime(value: string, locale: string): string {
  return dateFormat(locale, { timeStyle: 'short' }).format(new Date(value))
}

/** Formats a time that something ends at, as short as possible: `14:05`, `Mon, 09:00`, `3 Sept, 09:00`. */
export function untilTime(value: string, today: number, locale: string): string {
  const time = new Date(value)
  const days = dayOf(time) - today
  const clock = clockTime(value, locale)
  if (days === 0) return clock
  const day = dateFormat(
    locale,
    days > 0 && days < 7
      ? { weekday: 'short' }
      : { day: 'numeric', month: 'short', ...(days > 300 && { year: 'numeric' }) },
  )
  return `${day.format(time)}, ${clock}`
}

/** Formats the full date and time, including seconds. */
export function fullTime(value: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }).format(new Date(value))
}

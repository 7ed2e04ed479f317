import { useFormatter } from 'use-intl'
import { formatDuration } from '../../lib/format-duration.ts'
import type { Range } from './range.ts'

/** Returns the formats of report figures in the app's language. */
export function useFormats() {
  const format = useFormatter()
  const unit = (value: number, name: string) =>
    format.number(value, { style: 'unit', unit: name, unitDisplay: 'narrow' })
  return {
    count: (value: number) => format.number(value),
    percent: (share: number | null) =>
      share === null
        ? '–'
        : format.number(share, { style: 'percent', maximumFractionDigits: share < 1 ? 2 : 0 }),
    /** Formats a duration such as `2h 5m`: the largest unit and the next one. */
    seconds: (value: number | null | undefined) =>
      value === null || value === undefined ? '–' : formatDuration(value, format),
    milliseconds: (value: number | null | undefined) => {
      if (value === null || value === undefined) return '–'
      if (value < 1000) return unit(value, 'millisecond')
      return format.number(value / 1000, {
        style: 'unit',
        unit: 'second',
        unitDisplay: 'narrow',
        maximumFractionDigits: 1,
      })
    },
    /** Formats the start of a bucket: short on the axis of a plot, long in a table. */
    start: (start: string, bucket: Range['bucket'], isShort = false) => {
      const date = new Date(start)
      if (bucket === 'hour')
        return format.dateTime(date, {
          ...(isShort ? {} : { day: 'numeric', month: 'short' }),
          hour: 'numeric',
          minute: '2-digit',
        })
      const isThisYear = date.getFullYear() === new Date().getFullYear()
      return format.dateTime(date, {
        day: 'numeric',
        month: 'short',
        ...(!isShort && { weekday: 'short' }),
        ...(!isShort && !isThisYear && { year: 'numeric' }),
      })
    },
  }
}

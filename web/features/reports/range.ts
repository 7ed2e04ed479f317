import type { BucketSize } from '#shared/reports.ts'
import type { ReportSearch } from './search.ts'

/** The first and last day of a report, its bucket size, and the bucket sizes to choose from. */
export type Range = {
  from: string
  to: string
  bucket: BucketSize
  choices: BucketSize[]
}

const DAY_MS = 86_400_000
const DAYS = { today: 1, week: 7, month: 30, quarter: 90, year: 365 } as const

/** The longest ranges for buckets of an hour and of a day; longer ranges would have too many buckets to read. */
const HOURS_DAYS_MAX = 31
const DAYS_DAYS_MAX = 1_000

/** Returns a local day such as `2026-03-31`, moved by `days`. */
export function toDay(date: Date, days = 0): string {
  const moved = new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moved.getFullYear()}-${two(moved.getMonth() + 1)}-${two(moved.getDate())}`
}

/** Returns the days that the page's URL selects as of `now`, and a suitable bucket size. */
export function toRange(search: ReportSearch, now: Date): Range {
  const { from, to } = toDays(search, now)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const choices: Range['choices'] = [
    ...(days <= HOURS_DAYS_MAX ? (['hour'] as const) : []),
    ...(days <= DAYS_DAYS_MAX ? (['day'] as const) : []),
    ...(days >= 7 ? (['week'] as const) : []),
    ...(days >= 28 ? (['month'] as const) : []),
  ]
  const fitting = days <= 2 ? 'hour' : days <= 92 ? 'day' : 'week'
  const bucket = choices.find((each) => each === search.bucket) ?? fitting
  return { from, to, bucket, choices }
}

function toDays(search: ReportSearch, now: Date): { from: string; to: string } {
  const today = toDay(now)
  const { period = 'month' } = search
  if (period === 'custom') {
    const to = search.to ?? today
    const from = search.from ?? toDay(new Date(`${to}T12:00`), -29)
    return from <= to ? { from, to } : { from: to, to: from }
  }
  if (period === 'this-month') return { from: `${today.slice(0, 8)}01`, to: today }
  if (period === 'last-month') {
    const end = new Date(now.getFullYear(), now.getMonth(), 0)
    return { from: `${toDay(end).slice(0, 8)}01`, to: toDay(end) }
  }
  return { from: toDay(now, 1 - DAYS[period]), to: today }
}

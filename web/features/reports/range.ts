import type { BUCKETS, ReportSearch } from './search.ts'

/** The days of a report, both included, and how long its buckets may be and are. */
export type Range = {
  from: string
  to: string
  bucket: (typeof BUCKETS)[number]
  choices: (typeof BUCKETS)[number][]
}

const DAY_MS = 86_400_000
const DAYS = { today: 1, week: 7, month: 30, quarter: 90, year: 365 } as const

/** Beyond so many days there would be too many hours to look at, and too many days. */
const HOURS_DAYS_MAX = 31
const DAYS_DAYS_MAX = 1_000

/** A day of the browser's calendar, as `2026-03-31`; `days` later, or earlier. */
export function toDay(date: Date, days = 0): string {
  const moved = new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${moved.getFullYear()}-${two(moved.getMonth() + 1)}-${two(moved.getDate())}`
}

/** The days that the page's address asks for as of `now`, and buckets that suit them. */
export function toRange(search: ReportSearch, now: Date): Range {
  const { from, to } = toDays(search, now)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const choices: Range['choices'] = [
    ...(days <= HOURS_DAYS_MAX ? (['hour'] as const) : []),
    ...(days <= DAYS_DAYS_MAX ? (['day'] as const) : []),
    ...(days >= 7 ? (['week'] as const) : []),
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

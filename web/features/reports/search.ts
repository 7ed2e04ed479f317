import { useNavigate, useSearch } from '@tanstack/react-router'
import { BUCKET_SIZES, REPORT_HOURS, WORK_GROUPS } from '#shared/reports.ts'
import type { BucketSize, ReportHours, WorkGroup } from '#shared/reports.ts'

/** The reports, in the order of their tabs. */
export const REPORTS = [
  'messages',
  'responses',
  'sla',
  'work',
  'now',
  'bots',
  'csat',
  'tickets',
  'leads',
  'costs',
  'deliveries',
] as const

/** The name of a report. */
export type ReportName = (typeof REPORTS)[number]

/** The time ranges of a report; `custom` uses the parameters `from` and `to`. */
export const REPORT_PERIODS = [
  'today',
  'week',
  'month',
  'quarter',
  'this-month',
  'last-month',
  'year',
  'custom',
] as const

/** The name of a time range of a report. */
export type Period = (typeof REPORT_PERIODS)[number]

/** The state of the reports page in its URL; `from` and `to` are days. */
export type ReportSearch = {
  report?: ReportName
  period?: Period
  from?: string
  to?: string
  bucket?: BucketSize
  by?: WorkGroup
  hours?: ReportHours
  channel?: string
  member?: string
  endpoint?: string
}

const DAY = /^\d{4}-\d\d-\d\d$/
const ID = /^[0-9a-f-]{36}$/

/** Returns the valid parameters of the page's URL. */
export function readSearch(search: Record<string, unknown>): ReportSearch {
  const pick = <T extends string>(name: string, choices: readonly T[]) =>
    choices.find((each) => each === search[name])
  const text = (name: string, pattern: RegExp) => {
    const value = search[name]
    return typeof value === 'string' && pattern.test(value) ? value : undefined
  }
  const found = {
    report: pick('report', REPORTS),
    period: pick('period', REPORT_PERIODS),
    from: text('from', DAY),
    to: text('to', DAY),
    bucket: pick('bucket', BUCKET_SIZES),
    by: pick('by', WORK_GROUPS),
    hours: pick('hours', REPORT_HOURS),
    channel: text('channel', ID),
    member: text('member', ID),
    endpoint: text('endpoint', ID),
  }
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  ) as ReportSearch
}

/** Returns the state of the page in its URL, and a function that changes it; undefined removes a parameter. */
export function useReportSearch(): [ReportSearch, (change: Partial<ReportSearch>) => void] {
  const search: ReportSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return [
    search,
    (change) =>
      void navigate({
        to: '.',
        search: readSearch({ ...search, ...change }) as never,
        replace: true,
      }),
  ]
}

import { useNavigate, useSearch } from '@tanstack/react-router'

/** The reports, in the order of their tabs. */
export const REPORTS = ['messages', 'responses', 'tickets', 'leads', 'deliveries'] as const

/** The name of a report. */
export type ReportName = (typeof REPORTS)[number]

/** The named time ranges. */
export const PERIODS = [
  'today',
  'week',
  'month',
  'quarter',
  'this-month',
  'last-month',
  'year',
  'custom',
] as const

/** The name of a time range; `custom` uses `from` and `to`. */
export type Period = (typeof PERIODS)[number]

/** The sizes of a bucket. */
export const BUCKETS = ['hour', 'day', 'week'] as const

/** The state of the reports page in its URL; `from` and `to` are days. */
export type ReportSearch = {
  report?: ReportName
  period?: Period
  from?: string
  to?: string
  bucket?: (typeof BUCKETS)[number]
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
    period: pick('period', PERIODS),
    from: text('from', DAY),
    to: text('to', DAY),
    bucket: pick('bucket', BUCKETS),
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

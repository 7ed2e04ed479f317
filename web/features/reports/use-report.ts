import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTimeZone } from 'use-intl'
import { api, toUrl } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import type { Range } from './range.ts'
import { toDay } from './range.ts'
import type { ReportName, ReportSearch } from './search.ts'

/** The filters of each report, with their names in the API. */
const FILTERS: Record<ReportName, Partial<Record<'channel' | 'member' | 'endpoint', string>>> = {
  messages: { channel: 'channel_id', member: 'member_id' },
  responses: { channel: 'channel_id', member: 'member_id' },
  sla: {},
  work: {},
  now: {},
  bots: { channel: 'channel_id' },
  csat: { channel: 'channel_id', member: 'member_id' },
  tickets: { member: 'member_id' },
  leads: {},
  costs: { channel: 'channel_id', member: 'member_id' },
  deliveries: { endpoint: 'endpoint_id' },
}

/** Returns whether a report can be filtered by channel, member or endpoint. */
export function hasFilter(report: ReportName, filter: 'channel' | 'member' | 'endpoint') {
  return FILTERS[report][filter] !== undefined
}

/** Returns whether the times of a report can be measured in business hours. */
export function hasHours(report: ReportName): boolean {
  return report === 'responses' || report === 'work' || report === 'bots'
}

/**
 * Returns the query of a report. A range that includes today has no end, so that the report ends now instead of
 * counting hours to come.
 */
export function useReportQuery(report: ReportName, search: ReportSearch, range: Range): Query {
  const time_zone = useTimeZone() ?? 'UTC'
  const filters = Object.entries(FILTERS[report]).map(([name, field]) => [
    field,
    search[name as 'channel'],
  ])
  return {
    from: range.from,
    to: range.to < toDay(new Date()) ? range.to : undefined,
    time_zone,
    ...(report === 'work' ? { by: search.by } : { bucket: range.bucket }),
    ...(hasHours(report) && { hours: search.hours }),
    ...Object.fromEntries(filters),
  }
}

/** Returns the filters of a query: all of it without its period. */
export function toFilters(query: Query): Record<string, string> {
  const { from: _from, to: _to, time_zone: _zone, ...filters } = query
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]))
}

/** A report of a period: when it starts and ends. */
type OfPeriod = { from: string; to: string }

const DAY_MS = 86_400_000

/** The step, in ms, by which the end of the period before follows the clock, so that it is seldom read. */
const STEP_MS = 600_000

/** Reads a report, and refetches it every minute while it is shown. */
export function useReport<T>(report: ReportName, query: Query): UseQueryResult<T> {
  return useQuery({
    queryKey: ['reports', report, query],
    queryFn: ({ signal }) => api.get<T>(`/api/v1/reports/${report}`, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** Reads the same report of the period before `current`; undefined while either of them loads. */
export function useBefore<T extends OfPeriod>(
  report: ReportName,
  query: Query,
  { data, isPlaceholderData }: UseQueryResult<T>,
): T | undefined {
  const earlier = data && { ...query, ...periodBefore(data) }
  const before = useQuery({
    queryKey: ['reports', report, earlier],
    queryFn: ({ signal }) => api.get<T>(`/api/v1/reports/${report}`, earlier, signal),
    enabled: earlier !== undefined && !isPlaceholderData,
    placeholderData: keepPreviousData,
  })
  return before.data
}

/** Returns the period of the same length, as many whole days earlier as it touches: its times of day are the same. */
function periodBefore({ from, to }: OfPeriod): OfPeriod {
  const [since, until] = [Date.parse(from), Math.ceil(Date.parse(to) / STEP_MS) * STEP_MS]
  const shift = Math.ceil((until - since) / DAY_MS) * DAY_MS
  const shifted = (time: number) => new Date(time - shift).toISOString()
  return { from: shifted(since), to: shifted(until) }
}

/** Returns the URL of a report as CSV. */
export function csvUrl(report: ReportName, query: Query, table?: string): string {
  return toUrl(`/api/v1/reports/${report}.csv`, { ...query, table })
}

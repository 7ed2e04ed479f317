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
  return report === 'responses' || report === 'work'
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

/** Reads a report, and refetches it every minute while it is shown. */
export function useReport<T>(report: ReportName, query: Query): UseQueryResult<T> {
  return useQuery({
    queryKey: ['reports', report, query],
    queryFn: ({ signal }) => api.get<T>(`/api/v1/reports/${report}`, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** Returns the URL of a report as CSV. */
export function csvUrl(report: ReportName, query: Query, table?: string): string {
  return toUrl(`/api/v1/reports/${report}.csv`, { ...query, table })
}

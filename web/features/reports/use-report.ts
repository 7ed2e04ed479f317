import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTimeZone } from 'use-intl'
import { api, toUrl } from '../../lib/api.ts'
import type { Query } from '../../lib/api.ts'
import type { Range } from './range.ts'
import { toDay } from './range.ts'
import type { ReportName, ReportSearch } from './search.ts'

/** Which filters each report takes, and by what name. */
const FILTERS: Record<ReportName, Partial<Record<'channel' | 'member' | 'endpoint', string>>> = {
  messages: { channel: 'channel_id', member: 'member_id' },
  responses: { channel: 'channel_id', member: 'member_id' },
  tickets: { member: 'member_id' },
  leads: {},
  deliveries: { endpoint: 'endpoint_id' },
}

/** Whether a report can be narrowed to one channel, member or endpoint. */
export function takesFilter(report: ReportName, filter: 'channel' | 'member' | 'endpoint') {
  return FILTERS[report][filter] !== undefined
}

/** What a report is asked for. A time that ends today ends now: what is to come counts nothing yet. */
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
    bucket: range.bucket,
    ...Object.fromEntries(filters),
  }
}

/** A report, read anew each minute while it is looked at. */
export function useReport<T>(report: ReportName, query: Query): UseQueryResult<T> {
  return useQuery({
    queryKey: ['reports', report, query],
    queryFn: ({ signal }) => api.get<T>(`/api/v1/reports/${report}`, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
}

/** The address of a report as CSV. */
export function csvUrl(report: ReportName, query: Query, table?: string): string {
  return toUrl(`/api/v1/reports/${report}.csv`, { ...query, table })
}

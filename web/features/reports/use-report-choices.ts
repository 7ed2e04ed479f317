import { useQuery } from '@tanstack/react-query'
import type { Member } from '#account/users/schema.ts'
import type { Channel } from '#channels/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { Endpoint } from '#webhooks/schema.ts'
import { api } from '../../lib/api.ts'
import { useIsAdmin } from '../../lib/session.ts'
import type { Page, Wire } from '../../lib/wire.ts'
import type { ReportName } from './search.ts'
import { hasFilter, hasHours } from './use-report.ts'

/** What the filters of a report offer. `isLoading`: it is not known yet which filters there are. */
export type ReportChoices = ReturnType<typeof useReportChoices>

/** Returns the first 100 members, channels, endpoints and business hours, each if the report can be filtered by it. */
export function useReportChoices(report: ReportName) {
  const isAdmin = useIsAdmin()
  const members = useChoices<Wire<Member>>('/api/v1/members', hasFilter(report, 'member'))
  const channels = useChoices<Wire<Channel>>(
    '/api/developer/channels',
    isAdmin && hasFilter(report, 'channel'),
  )
  const hours = useChoices<{ id: string }>('/api/v1/business-hours', hasHours(report))
  const endpoints = useChoices<Wire<Endpoint>>(
    '/api/developer/webhooks',
    isAdmin && hasFilter(report, 'endpoint'),
  )
  return {
    members: members.rows,
    channels: channels.rows,
    hours: hours.rows,
    endpoints: endpoints.rows,
    isLoading: [members, channels, hours, endpoints].some(({ isLoading }) => isLoading),
  }
}

/** Returns the first 100 items of a list; an empty array while it loads, is not asked for, or has failed. */
function useChoices<T>(path: string, isAsked: boolean): { rows: T[]; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['reports', 'choices', path],
    queryFn: ({ signal }) => api.get<Page<T>>(path, { limit: PAGE_SIZE.max }, signal),
    enabled: isAsked,
  })
  return { rows: data?.data ?? [], isLoading }
}

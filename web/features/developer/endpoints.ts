import { queryOptions, useQuery } from '@tanstack/react-query'
import type { EndpointHealth } from '#webhooks/outcomes/schema.ts'
import type { Endpoint } from '#webhooks/schema.ts'
import { api } from '../../lib/api.ts'
import type { Page, Wire } from '../../lib/wire.ts'

/** A webhook endpoint as it arrives. */
export type WebhookEndpoint = Wire<Endpoint>

/** How an endpoint does, as it arrives. */
export type Health = Wire<EndpointHealth>

/** The newest hundred endpoints of the workspace: there are seldom more than a few. */
export const endpointsQuery = queryOptions({
  queryKey: ['developer', 'endpoints'],
  queryFn: ({ signal }) =>
    api.get<Page<WebhookEndpoint>>('/api/developer/webhooks', { limit: 100 }, signal),
})

/** One endpoint. */
export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['developer', 'endpoint', id],
    queryFn: ({ signal }) => api.get<WebhookEndpoint>(`/api/developer/webhooks/${id}`, {}, signal),
    refetchInterval: 10_000,
  })

/** How an endpoint does. */
export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['developer', 'health', id],
    queryFn: ({ signal }) => api.get<Health>(`/api/developer/webhooks/${id}/health`, {}, signal),
    refetchInterval: 10_000,
  })

/** The endpoints by id, as far as they are read. */
export function useEndpoints(): Map<string, WebhookEndpoint> {
  const endpoints = useQuery(endpointsQuery)
  return new Map(endpoints.data?.data.map((each) => [each.id, each]))
}

/** A URL in short: without its scheme. */
export function toShortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '')
}

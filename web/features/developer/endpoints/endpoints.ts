import { queryOptions, useQuery } from '@tanstack/react-query'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { EndpointHealth } from '#webhooks/outcomes/schema.ts'
import type { Endpoint } from '#webhooks/schema.ts'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'

/** A webhook endpoint. */
export type WebhookEndpoint = Wire<Endpoint>

/** The health of an endpoint. */
export type Health = Wire<EndpointHealth>

/** Reads the workspace's 100 newest endpoints; a workspace rarely has more than a few. */
export const endpointsQuery = queryOptions({
  queryKey: ['developer', 'endpoints'],
  queryFn: ({ signal }) =>
    api.get<Page<WebhookEndpoint>>('/api/developer/webhooks', { limit: PAGE_SIZE.max }, signal),
  refetchInterval: 10_000,
})

/** Reads one endpoint. */
export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: ['developer', 'endpoint', id],
    queryFn: ({ signal }) => api.get<WebhookEndpoint>(`/api/developer/webhooks/${id}`, {}, signal),
    refetchInterval: 10_000,
  })

/** Reads the health of an endpoint. */
export const healthQuery = (id: string) =>
  queryOptions({
    queryKey: ['developer', 'health', id],
    queryFn: ({ signal }) => api.get<Health>(`/api/developer/webhooks/${id}/health`, {}, signal),
    refetchInterval: 10_000,
  })

/** Returns the loaded endpoints by id. */
export function useEndpoints(): Map<string, WebhookEndpoint> {
  const endpoints = useQuery(endpointsQuery)
  return new Map(endpoints.data?.data.map((each) => [each.id, each]))
}

/** Returns a URL without its scheme. */
export function toShortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '')
}

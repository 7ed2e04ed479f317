import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Channel, ChannelPlatform } from '#channels/schema.ts'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import type { ChannelChecks } from '#channels/check-schema.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import type { Page, Wire } from '../../../lib/wire.ts'

/** A channel. */
export type ChannelResource = Wire<Channel>

/** The checks of a channel's connection. */
export type Checks = Wire<ChannelChecks>

/** Reads the workspace's 100 newest channels; a workspace rarely has more than a few. */
export const channelsQuery = queryOptions({
  queryKey: ['channels', 'all'],
  queryFn: ({ signal }) =>
    api.get<Page<ChannelResource>>('/api/developer/channels', { limit: PAGE_SIZE.max }, signal),
  staleTime: 0,
})

/** Refetches the shown channels. */
export function refreshChannels(): void {
  void queryClient.invalidateQueries({ queryKey: ['channels'] })
}

/** Reads one channel. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channels', 'one', id],
    queryFn: ({ signal }) => api.get<ChannelResource>(`/api/developer/channels/${id}`, {}, signal),
    staleTime: 0,
  })

/** Reads the platforms and their capabilities, which change only with the server's version. */
export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: async ({ signal }) =>
    (await api.get<{ data: ChannelPlatform[] }>('/api/developer/platforms', {}, signal)).data,
  staleTime: Infinity,
})

/** Returns the platform of channels of this type, or undefined until it is loaded. */
export function usePlatform(type: ChannelType): ChannelPlatform | undefined {
  return useQuery(platformsQuery).data?.find((each) => each.type === type)
}

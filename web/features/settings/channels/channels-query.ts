import { queryOptions } from '@tanstack/react-query'
import type { Channel } from '#channels/schema.ts'
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
    api.get<Page<ChannelResource>>('/api/developer/channels', { limit: 100 }, signal),
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

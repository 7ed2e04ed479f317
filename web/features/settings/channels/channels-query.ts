import { queryOptions } from '@tanstack/react-query'
import type { Channel } from '#channels/schema.ts'
import type { ChannelChecks } from '#channels/check-schema.ts'
import { api } from '../../../lib/api.ts'
import type { Page, Wire } from '../../../lib/wire.ts'

/** A channel as it arrives. */
export type ChannelResource = Wire<Channel>

/** How each step of connecting a channel stands, as it arrives. */
export type Checks = Wire<ChannelChecks>

/** The newest hundred channels of the workspace: there are seldom more than a few. */
export const channelsQuery = queryOptions({
  queryKey: ['developer', 'channels'],
  queryFn: ({ signal }) =>
    api.get<Page<ChannelResource>>('/api/developer/channels', { limit: 100 }, signal),
  staleTime: 0,
})

/** One channel. */
export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['developer', 'channel', id],
    queryFn: ({ signal }) => api.get<ChannelResource>(`/api/developer/channels/${id}`, {}, signal),
    staleTime: 0,
  })

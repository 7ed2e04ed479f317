import { resource } from '#http/resource.ts'
import { getChannel } from '#channels/get-channel.ts'
import { listChannels } from '#channels/list-channels.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { Channel, ListChannelsQuery, toKeyChannel } from './schema.ts'

/** Adds the routes of channels that API keys can call. */
export function addKeyChannelRoutes(app: App): void {
  const channels = resource(app, '/api/v1/channels', {
    tag: 'Channels',
    read: { key: 'chats:read' },
  })

  channels.get('', {
    operationId: 'listChannels',
    summary: 'List channels',
    description:
      'Returns the connected numbers and accounts, also those that were disconnected, newest first.',
    query: ListChannelsQuery,
    response: { 200: pageOf(Channel) },
    run: async (scope, { query }) => {
      const { data, next_cursor } = await listChannels(scope, query)
      return { data: data.map(toKeyChannel), next_cursor }
    },
  })
  channels.get('/:id', {
    operationId: 'getChannel',
    summary: 'Get a channel',
    description: 'Returns a connected number or account, and what it can send.',
    query: EmptyQuery,
    errors: ['channel_not_found'],
    isConditional: true,
    response: { 200: Channel },
    run: async (scope, { id }) => toKeyChannel(await getChannel(scope, id)),
  })
}

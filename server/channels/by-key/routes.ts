import { getChannel } from '#channels/get-channel.ts'
import { listChannels } from '#channels/list-channels.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyQuery, IdParams } from '#lib/schemas.ts'
import { Channel, ListChannelsQuery, toKeyChannel } from './schema.ts'

const config = { permission: { key: 'chats:read' } } as const
const tags = ['Channels']

/** Adds the routes of channels that API keys can call. */
export function addKeyChannelRoutes(app: App): void {
  app.get(
    '/api/v1/channels',
    {
      config,
      schema: {
        operationId: 'listChannels',
        summary: 'List channels',
        description:
          'Returns the connected numbers and accounts, also those that were disconnected, newest first.',
        tags,
        querystring: ListChannelsQuery,
        response: { 200: pageOf(Channel) },
      },
    },
    async (request) => {
      const { data, next_cursor } = await listChannels(scopeOf(request), request.query)
      return { data: data.map(toKeyChannel), next_cursor }
    },
  )
  app.get(
    '/api/v1/channels/:id',
    {
      config,
      schema: {
        operationId: 'getChannel',
        summary: 'Get a channel',
        description: 'Returns a connected number or account, and what it can send.',
        tags,
        params: IdParams,
        querystring: EmptyQuery,
        errors: ['channel_not_found'],
        isConditional: true,
        response: { 200: Channel },
      },
    },
    async (request) => toKeyChannel(await getChannel(scopeOf(request), request.params.id)),
  )
}

import { Type } from 'typebox'
import type { App } from '../http/app.ts'
import { scopeOf } from '../http/authenticate.ts'
import { answerOnce } from '../http/idempotency.ts'
import { pageOf, pageQuery } from '../lib/pagination.ts'
import { IdParams } from '../lib/schemas.ts'
import { createChannel } from './create-channel.ts'
import { getChannel } from './get-channel.ts'
import { listChannelEvents } from './list-channel-events.ts'
import { listChannels } from './list-channels.ts'
import { Channel, ChannelEvent, CreateChannelBody, UpdateChannelBody } from './schema.ts'
import { updateChannel } from './update-channel.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Channels']
const querystring = Type.Object(pageQuery, { additionalProperties: false })

/** The developer area's routes of channels: numbers, pages and accounts on platforms. */
export function addChannelRoutes(app: App): void {
  app.get(
    '/api/developer/channels',
    {
      config,
      schema: {
        summary: 'List channels',
        description: 'Newest first, without their access tokens.',
        tags,
        querystring,
        response: { 200: pageOf(Channel) },
      },
    },
    async (request) => listChannels(scopeOf(request), request.query),
  )
  app.post(
    '/api/developer/channels',
    {
      config,
      schema: {
        summary: 'Connect a channel',
        description:
          'What arrives for its account comes to this workspace from now on, also what has arrived and belonged to nobody.',
        tags,
        body: CreateChannelBody,
        response: { 201: Channel },
      },
    },
    async (request, reply) => {
      const { business_account, display_phone, access_token, ...body } = request.body
      return answerOnce(request, reply, 201, (scope) =>
        createChannel(scope, {
          ...body,
          businessAccount: business_account,
          displayPhone: display_phone,
          accessToken: access_token,
        }),
      )
    },
  )
  app.get(
    '/api/developer/channels/:id',
    {
      config,
      schema: {
        summary: 'Get a channel',
        description: 'With what the platform says of its account, and what holds its messages.',
        tags,
        params: IdParams,
        response: { 200: Channel },
      },
    },
    async (request) => getChannel(scopeOf(request), request.params.id),
  )
  app.patch(
    '/api/developer/channels/:id',
    {
      config,
      schema: {
        summary: 'Change a channel',
        description: 'A new access token ends what held its messages: they are tried at once.',
        tags,
        params: IdParams,
        body: UpdateChannelBody,
        response: { 200: Channel },
      },
    },
    async (request) => {
      const { business_account, access_token, ...body } = request.body
      return updateChannel(scopeOf(request), request.params.id, {
        ...body,
        businessAccount: business_account,
        accessToken: access_token,
      })
    },
  )
  app.get(
    '/api/developer/channels/:id/events',
    {
      config,
      schema: {
        summary: 'List what the platform reported of a channel',
        description:
          'What is no message: of the account, its quality and limits, templates, groups, people. Newest first.',
        tags,
        params: IdParams,
        querystring,
        response: { 200: pageOf(ChannelEvent) },
      },
    },
    async (request) => listChannelEvents(scopeOf(request), request.params.id, request.query),
  )
}

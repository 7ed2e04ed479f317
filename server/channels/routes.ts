import { Type } from 'typebox'
import type { Context, Scope } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnceAround, answerOncePrepared } from '#http/idempotency.ts'
import { AppError } from '#lib/errors.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { EmptyBody, EmptyQuery, IdParams } from '#lib/schemas.ts'
import { createSharedBuckets } from '#db/shared-buckets.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { checkAccessToken } from './access-token.ts'
import { ChannelChecks, CheckChannelBody } from './check-schema.ts'
import { checkStoredChannel, runChecks } from './check-stored-channel.ts'
import { createChannel, findFormer } from './create-channel.ts'
import { disconnectChannel, prepareDisconnect } from './disconnect-channel.ts'
import { getChannel, readChannel } from './get-channel.ts'
import { listChannelEvents } from './list-channel-events.ts'
import { listChannels } from './list-channels.ts'
import { listPlatforms } from './list-platforms.ts'
import { proveChannelUpdate, proveNewChannel } from './prove-ownership.ts'
import { releaseChannel } from './release-channel.ts'
import {
  Channel,
  ChannelEvent,
  ChannelPlatforms,
  CreateChannelBody,
  UpdateChannelBody,
} from './schema.ts'
import { subscribeChannel } from './subscribe-channel.ts'
import { updateChannel } from './update-channel.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Channels']
/** Rate limit of a workspace's channel checks. */
const CHECK_LIMIT = { ratePerSecond: 1, burst: 30 }
const querystring = Type.Object(pageQuery, { additionalProperties: false })

/** Adds the developer area's routes of channels: numbers, pages and accounts on platforms. */
export function addChannelRoutes(app: App, context: Context, clients: PlatformClients): void {
  const buckets = createSharedBuckets(context, 'checks of a channel')

  function limitChecks(scope: Scope): void {
    const taken = buckets.take(scope.workspaceId, CHECK_LIMIT)
    if (!taken.allowed)
      throw new AppError(
        'rate_limited',
        'The platform was queried too often. Wait a moment and try again.',
        {
          headers: { 'retry-after': String(taken.retryAfterSeconds) },
        },
      )
  }

  app.get(
    '/api/developer/platforms',
    {
      config,
      schema: {
        operationId: 'listPlatforms',
        summary: 'List platforms',
        description: 'Returns the platforms that channels can be connected to.',
        tags,
        querystring: EmptyQuery,
        response: { 200: ChannelPlatforms },
      },
    },
    async () => ({ data: listPlatforms() }),
  )
  app.get(
    '/api/developer/channels',
    {
      config,
      schema: {
        operationId: 'listChannels',
        summary: 'List channels',
        description: 'Returns all channels without their access tokens, newest first.',
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
        operationId: 'connectChannel',
        summary: 'Connect a channel',
        description:
          'Asks the platform whether the access token owns the account and the business account. Then routes inbound payloads for the account to this workspace, including payloads that arrived before it was connected.',
        tags,
        body: CreateChannelBody,
        errors: [
          'business_account_unknown',
          'channel_taken',
          'ownership_not_proven',
          'platform_unavailable',
          'rate_limited',
        ],
        isIdempotent: true,
        response: { 201: Channel },
      },
    },
    async (request, reply) =>
      answerOncePrepared(
        request,
        reply,
        201,
        async (scope) => {
          limitChecks(scope)
          await proveNewChannel(clients, request.body)
          return findFormer(scope, request.body)
        },
        (scope, former) => createChannel(scope, request.body, { former }),
      ),
  )
  app.get(
    '/api/developer/channels/:id',
    {
      config,
      schema: {
        operationId: 'getChannel',
        summary: 'Get a channel',
        description:
          "Includes the account's status on the platform and whether sending is on hold.",
        tags,
        params: IdParams,
        errors: ['channel_not_found'],
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
        operationId: 'updateChannel',
        summary: 'Update a channel',
        description:
          'Only the fields you send are updated; null clears a field. The platform must confirm a new access token or business account. A new access token lifts a hold on sending, and queued messages are sent immediately.',
        tags,
        params: IdParams,
        body: UpdateChannelBody,
        errors: [
          'channel_not_connected',
          'channel_not_found',
          'ownership_not_proven',
          'platform_unavailable',
          'rate_limited',
        ],
        response: { 200: Channel },
      },
    },
    async (request) => {
      const scope = scopeOf(request)
      const { id } = request.params
      await proveChannelUpdate(scope, clients, id, request.body, () => limitChecks(scope))
      return updateChannel(scope, id, request.body)
    },
  )
  app.get(
    '/api/developer/channels/:id/events',
    {
      config,
      schema: {
        operationId: 'listChannelEvents',
        summary: "List a channel's platform events",
        description:
          'Returns what the platform reported apart from messages: account status, quality, limits, templates, groups and contacts. Newest first.',
        tags,
        params: IdParams,
        querystring,
        errors: ['channel_not_found'],
        response: { 200: pageOf(ChannelEvent) },
      },
    },
    async (request) => listChannelEvents(scopeOf(request), request.params.id, request.query),
  )
  app.post(
    '/api/developer/channels/check',
    {
      config,
      schema: {
        operationId: 'checkNewChannel',
        summary: 'Check a channel before connecting it',
        description: 'Queries the platform. Nothing is stored.',
        tags,
        body: CheckChannelBody,
        errors: ['business_account_unknown', 'rate_limited'],
        isIdempotent: true,
        response: { 200: ChannelChecks },
      },
    },
    async (request, reply) => {
      const { type, account, business_account, access_token } = request.body
      return answerOnceAround(request, reply, 200, async (scope) => {
        checkAccessToken(access_token)
        limitChecks(scope)
        return runChecks(scope, clients, {
          type,
          account,
          businessAccount: business_account ?? null,
          accessToken: access_token,
          lastInboundAt: null,
        })
      })
    },
  )
  app.get(
    '/api/developer/channels/:id/checks',
    {
      config,
      schema: {
        operationId: 'checkChannel',
        summary: 'Check a channel',
        description:
          'Returns the status of each setup step. Queries the platform and changes nothing.',
        tags,
        params: IdParams,
        errors: ['business_account_unknown', 'channel_not_found', 'rate_limited'],
        response: { 200: ChannelChecks },
      },
    },
    async (request) => {
      limitChecks(scopeOf(request))
      return checkStoredChannel(scopeOf(request), clients, request.params.id)
    },
  )
  app.post(
    '/api/developer/channels/:id/subscribe',
    {
      config,
      schema: {
        operationId: 'subscribeChannel',
        summary: "Subscribe to a channel's business account",
        description:
          'Subscribes the app to the business account so that WhatsApp sends its webhooks. Subscribing again changes nothing.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: [
          'business_account_unknown',
          'channel_not_connected',
          'channel_not_found',
          'platform_refused',
          'rate_limited',
        ],
        isIdempotent: true,
        response: { 200: ChannelChecks },
      },
    },
    async (request, reply) =>
      answerOnceAround(request, reply, 200, async (scope) => {
        limitChecks(scope)
        return subscribeChannel(scope, clients, request.params.id)
      }),
  )
  app.post(
    '/api/developer/channels/:id/disconnect',
    {
      config,
      schema: {
        operationId: 'disconnectChannel',
        summary: 'Disconnect a channel',
        description:
          'Stops sending and receiving, and deletes the access token. Conversations are kept and continue when the account is connected again. The account stays reserved for this workspace until it is released.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['channel_not_found'],
        isIdempotent: true,
        response: { 200: Channel },
      },
    },
    async (request, reply) =>
      answerOncePrepared(
        request,
        reply,
        200,
        (scope) => prepareDisconnect(scope, request.params.id),
        (scope, prepared) => disconnectChannel(scope, request.params.id, prepared),
      ),
  )
  app.post(
    '/api/developer/channels/:id/release',
    {
      config,
      schema: {
        operationId: 'releaseChannel',
        summary: 'Release the account of a disconnected channel',
        description:
          'Lets another workspace connect the account, two minutes later and with proof. Conversations are kept here.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['channel_connected', 'channel_not_found'],
        isIdempotent: true,
        response: { 200: Channel },
      },
    },
    async (request, reply) =>
      answerOncePrepared(
        request,
        reply,
        200,
        (scope) => readChannel(scope, request.params.id),
        (scope, before) => releaseChannel(scope, request.params.id, before),
      ),
  )
}

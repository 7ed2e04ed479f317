import type { Context, Scope } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import type { Resource } from '#http/resource.ts'
import { requireAllowed } from '#lib/pacing/require-allowed.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { createSharedBuckets } from '#db/create-shared-buckets.ts'
import type { PlatformClients } from '#platforms/registry/create-platform-clients.ts'
import { checkAccessToken } from './encrypt-access-token.ts'
import { ChannelChecks, CheckChannelBody } from './check-schema.ts'
import { checkStoredChannel, runChecks } from './check-stored-channel.ts'
import { createChannel, findFormer } from './create-channel.ts'
import { disconnectChannel, prepareDisconnect } from './disconnect-channel.ts'
import { getChannel, readChannel } from './get-channel.ts'
import { listChannelEvents } from './list-channel-events.ts'
import { listChannels } from './list-channels.ts'
import { listPlatforms } from './list-platforms.ts'
import { proveChannelUpdate, proveNewChannel } from './prove-new-channel.ts'
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

/** Rate limit of a workspace's channel checks. */
const CHECK_LIMIT = { ratePerSecond: 1, burst: 30 }

type Routes = Resource<'/api/developer'>
type LimitChecks = (scope: Scope) => void

/** Adds the developer area's routes of channels: numbers, pages and accounts on platforms. */
export function addChannelRoutes(app: App, context: Context, clients: PlatformClients): void {
  const limitChecks = createCheckLimit(context)
  const routes = resource(app, '/api/developer', {
    tag: 'Channels',
    read: { session: 'admin' },
    write: { session: 'admin' },
    notFound: 'channel_not_found',
  })
  addStoredChannelRoutes(routes, clients, limitChecks)
  addCheckRoutes(routes, clients, limitChecks)
  addDisconnectRoutes(routes)
}

function addStoredChannelRoutes(
  routes: Routes,
  clients: PlatformClients,
  limitChecks: LimitChecks,
): void {
  routes.get('/platforms', {
    operationId: 'listPlatforms',
    summary: 'List platforms',
    description: 'Returns the platforms that channels can be connected to.',
    query: EmptyQuery,
    response: { 200: ChannelPlatforms },
    run: async () => ({ data: listPlatforms() }),
  })
  routes.get('/channels', {
    operationId: 'listChannels',
    summary: 'List channels',
    description: 'Returns all channels without their access tokens, newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Channel) },
    run: (scope, { query }) => listChannels(scope, query),
  })
  routes.post('/channels', {
    operationId: 'connectChannel',
    summary: 'Connect a channel',
    description:
      'Asks the platform whether the access token owns the account and the business account. Then routes inbound payloads for the account to this workspace, including payloads that arrived before it was connected.',
    body: CreateChannelBody,
    errors: ['channel_taken', 'ownership_not_proven', 'platform_unavailable', 'rate_limited'],
    response: { 201: Channel },
    runs: 'directory',
    before: async (scope, { body }) => {
      limitChecks(scope)
      await proveNewChannel(clients, body)
      return findFormer(scope, body)
    },
    run: (scope, { body }, former) => createChannel(scope, body, { former }),
  })
  routes.get('/channels/:id', {
    operationId: 'getChannel',
    summary: 'Get a channel',
    description: "Includes the account's status on the platform and whether sending is on hold.",
    response: { 200: Channel },
    run: (scope, { id }) => getChannel(scope, id),
  })
  routes.patch('/channels/:id', {
    operationId: 'updateChannel',
    summary: 'Update a channel',
    description:
      'Only the fields you send are updated; null clears a field. The platform must confirm a new access token or business account. A new access token lifts a hold on sending, and queued messages are sent immediately.',
    body: UpdateChannelBody,
    errors: [
      'channel_not_connected',
      'ownership_not_proven',
      'platform_unavailable',
      'rate_limited',
    ],
    response: { 200: Channel },
    run: async (scope, { id, body }) => {
      await proveChannelUpdate(scope, clients, id, body, () => limitChecks(scope))
      return updateChannel(scope, id, body)
    },
  })
  routes.get('/channels/:id/events', {
    operationId: 'listChannelEvents',
    summary: "List a channel's platform events",
    description:
      'Returns what the platform reported apart from messages: account status, quality, limits, templates, groups and contacts. Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(ChannelEvent) },
    run: (scope, { id, query }) => listChannelEvents(scope, id, query),
  })
}

function addCheckRoutes(routes: Routes, clients: PlatformClients, limitChecks: LimitChecks): void {
  routes.post('/channels/check', {
    operationId: 'checkNewChannel',
    summary: 'Check a channel before connecting it',
    description: 'Queries the platform. Nothing is stored.',
    body: CheckChannelBody,
    errors: ['rate_limited'],
    response: { 200: ChannelChecks },
    runs: 'around',
    run: async (scope, { body: { type, account, business_account, access_token } }) => {
      checkAccessToken(access_token)
      limitChecks(scope)
      return runChecks(scope, clients, {
        type,
        account,
        businessAccount: business_account ?? null,
        accessToken: access_token,
        lastInboundAt: null,
      })
    },
  })
  routes.get('/channels/:id/checks', {
    operationId: 'checkChannel',
    summary: 'Check a channel',
    description: 'Returns the status of each setup step. Queries the platform and changes nothing.',
    errors: ['rate_limited'],
    response: { 200: ChannelChecks },
    run: async (scope, { id }) => {
      limitChecks(scope)
      return checkStoredChannel(scope, clients, id)
    },
  })
  routes.post('/channels/:id/subscribe', {
    operationId: 'subscribeChannel',
    summary: "Subscribe to a channel's business account",
    description:
      'Subscribes the app to the business account so that WhatsApp sends its webhooks. Subscribing again changes nothing.',
    errors: [
      'business_account_unknown',
      'channel_not_connected',
      'platform_refused',
      'rate_limited',
    ],
    response: { 200: ChannelChecks },
    runs: 'around',
    run: async (scope, { id }) => {
      limitChecks(scope)
      return subscribeChannel(scope, clients, id)
    },
  })
}

function addDisconnectRoutes(routes: Routes): void {
  routes.post('/channels/:id/disconnect', {
    operationId: 'disconnectChannel',
    summary: 'Disconnect a channel',
    description:
      'Stops sending and receiving, and deletes the access token. Conversations are kept and continue when the account is connected again. The account stays reserved for this workspace until it is released.',
    response: { 200: Channel },
    runs: 'directory',
    before: (scope, { id }) => prepareDisconnect(scope, id),
    run: (scope, { id }, prepared) => disconnectChannel(scope, id, prepared),
  })
  routes.post('/channels/:id/release', {
    operationId: 'releaseChannel',
    summary: 'Release the account of a disconnected channel',
    description:
      'Lets another workspace connect the account, two minutes later and with proof. Conversations are kept here.',
    errors: ['channel_connected'],
    response: { 200: Channel },
    runs: 'directory',
    before: (scope, { id }) => readChannel(scope, id),
    run: (scope, { id }, before) => releaseChannel(scope, id, before),
  })
}

/** Creates the limit of the requests with which a workspace queries platforms. */
function createCheckLimit(context: Context): LimitChecks {
  const buckets = createSharedBuckets(context, 'checks of a channel')
  return ({ workspaceId }) => {
    const taken = buckets.take(workspaceId, CHECK_LIMIT)
    requireAllowed(taken, 'The platform was queried too often. Wait a moment and try again.')
  }
}

import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { resource, resourceAt } from '#http/resource.ts'
import type { Resource } from '#http/resource.ts'
import { pageOf, pageQuery } from '#lib/page.ts'
import { closedObject } from '#lib/schemas.ts'
import { checkEndpointUrls } from './check-endpoint-urls.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { ENDPOINT_ADDRESSES } from './endpoint-addresses.ts'
import { endOverlap } from './end-overlap.ts'
import { getDelivery } from './get-delivery.ts'
import { getEndpoint } from './get-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEndpointDeliveries } from './list-endpoint-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import {
  Delivery,
  DeliveryCommand,
  DeliveryWithAttempts,
  ListDeliveriesQuery,
  ListEndpointDeliveriesQuery,
  ListedDelivery,
} from './deliveries/schema.ts'
import {
  CreateEndpointBody,
  Endpoint,
  EndpointWithSecret,
  RotateSecretBody,
  TestEndpointBody,
  UpdateEndpointBody,
} from './schema.ts'
import { testEndpoint } from './delivering/test-endpoint.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { createWebhookFetch } from './create-webhook-fetch.ts'
import { writeCurl } from './write-curl.ts'

type Webhooks = Resource<(typeof ENDPOINT_ADDRESSES)[number]['base']>

/** Adds the routes of webhook endpoints and their deliveries, at both addresses. */
export function addWebhookRoutes(app: App, context: Context): void {
  const fetch = createWebhookFetch(context.config)
  app.addHook('onClose', () => fetch.close())

  const common = { tag: 'Webhooks', notFound: 'endpoint_not_found' } as const
  resourceAt(app, ENDPOINT_ADDRESSES, common, (webhooks, index) => {
    addEndpointRoutes(webhooks)
    addSecretRoutes(webhooks)
    webhooks.post('/:id/test', {
      operationId: ['testWebhookEndpoint', 'testWebhook'],
      summary: ['Send a test delivery', 'Send a test delivery to a webhook'],
      description:
        'Sends a sample event with `test: true` and waits for the result. A test delivery is not retried.',
      body: TestEndpointBody,
      response: { 200: DeliveryWithAttempts },
      runs: 'around',
      run: (scope, { id, body }) =>
        testEndpoint(scope, fetch.fetch, id, { eventType: body.event_type }),
    })
    if (index === 0) addDeliveryRoutes(app)
  })
}

function addEndpointRoutes(webhooks: Webhooks): void {
  webhooks.get('', {
    operationId: ['listWebhookEndpoints', 'listWebhooks'],
    summary: ['List webhook endpoints', 'List webhooks'],
    description: [
      'Returns all endpoints without their secrets, newest first.',
      'Returns all webhook endpoints without their secrets, newest first.',
    ],
    query: closedObject(pageQuery),
    response: { 200: pageOf(Endpoint) },
    run: (scope, { query }) => listEndpoints(scope, query),
  })
  webhooks.post('', {
    operationId: ['createWebhookEndpoint', 'createWebhook'],
    summary: ['Create a webhook endpoint', 'Create a webhook'],
    description: [
      'The response contains the signing secret. It is shown only once.',
      'Subscribes a URL to events. The response contains the signing secret. It is shown only once.',
    ],
    fresh: true,
    body: CreateEndpointBody,
    errors: ['invalid_url', 'quota_exceeded'],
    response: { 201: EndpointWithSecret },
    runs: 'tenant',
    async before({ config }, { body }) {
      const checked = checkEndpointUrls(config, body)
      // Finished before the transaction begins, so that no database connection waits for a customer's name server.
      await checked.catch(() => undefined)
      return { checked }
    },
    run: (scope, { body }, { checked }) => createEndpoint(scope, body, checked),
  })
  webhooks.get('/:id', {
    operationId: ['getWebhookEndpoint', 'getWebhook'],
    summary: ['Get a webhook endpoint', 'Get a webhook'],
    description: [
      'Without its secret, which is shown only when it is created or rotated.',
      undefined,
    ],
    isConditional: true,
    response: { 200: Endpoint },
    run: (scope, { id }) => getEndpoint(scope, id),
  })
  webhooks.patch('/:id', {
    operationId: ['updateWebhookEndpoint', 'updateWebhook'],
    summary: ['Update a webhook endpoint', 'Update a webhook'],
    description:
      'Only the fields you send are updated; null clears a field. When you enable an endpoint, its pending deliveries are sent.',
    body: UpdateEndpointBody,
    errors: ['invalid_url'],
    isConditional: true,
    response: { 200: Endpoint },
    run: (scope, { id, body, precondition }) => updateEndpoint(scope, id, body, precondition),
  })
  webhooks.delete('/:id', {
    operationId: ['deleteWebhookEndpoint', 'deleteWebhook'],
    summary: ['Delete a webhook endpoint', 'Delete a webhook'],
    description: [
      'Cancels its pending deliveries.',
      'Unsubscribes the URL and cancels its pending deliveries.',
    ],
    isConditional: true,
    run: (scope, { id, precondition }) => deleteEndpoint(scope, id, precondition),
  })
  webhooks.get('/:id/deliveries', {
    operationId: [undefined, 'listWebhookDeliveries'],
    summary: 'List the deliveries of a webhook',
    description:
      'Newest first. If few deliveries match, a page can be short or empty and still have a `next_cursor`.',
    query: ListEndpointDeliveriesQuery,
    response: { 200: pageOf(Delivery) },
    run: (scope, { id, query }) => listEndpointDeliveries(scope, id, query),
  })
}

function addSecretRoutes(webhooks: Webhooks): void {
  webhooks.post('/:id/rotate-secret', {
    operationId: ['rotateWebhookSecret', 'rotateSigningSecret'],
    summary: ['Rotate the signing secret', 'Rotate the signing secret of a webhook'],
    description: [
      'The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret and with others rotated less than 24 hours ago. `expire_now` ends all previous secrets immediately.',
      'The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret. `expire_now` ends all previous secrets immediately.',
    ],
    fresh: true,
    body: RotateSecretBody,
    errors: ['too_many_secrets'],
    response: { 200: EndpointWithSecret },
    runs: 'tenant',
    run: (scope, { id, body }) => rotateSecret(scope, id, { expireNow: body.expire_now }),
  })
  webhooks.post('/:id/end-overlap', {
    operationId: ['expireWebhookSecrets', undefined],
    summary: 'Expire the previous secrets',
    description: 'From now on, deliveries are signed only with the newest secret.',
    response: { 200: Endpoint },
    runs: 'tenant',
    run: (scope, { id }) => endOverlap(scope, id),
  })
}

function addDeliveryRoutes(app: App): void {
  const deliveries = resource(app, '/api/developer/webhooks/deliveries', {
    tag: 'Webhooks',
    read: { session: 'admin' },
    write: { session: 'admin' },
    notFound: 'delivery_not_found',
  })

  deliveries.get('', {
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description:
      'Newest first. If few deliveries match, a page can be short or empty and still have a `next_cursor`.',
    query: ListDeliveriesQuery,
    response: { 200: pageOf(ListedDelivery) },
    run: (scope, { query }) => listDeliveries(scope, query),
  })
  deliveries.get('/:id', {
    operationId: 'getDelivery',
    summary: 'Get a delivery',
    description: 'Includes its attempts and its payload.',
    response: { 200: DeliveryWithAttempts },
    run: (scope, { id }) => getDelivery(scope, id),
  })
  deliveries.get('/:id/curl', {
    operationId: 'getDeliveryCommand',
    summary: 'Copy a delivery as curl',
    description:
      'Returns a command that repeats the delivery from your own machine with the same body, signed now with the currently valid secrets. Nothing is sent by the server. Receivers accept the signature for 5 minutes, the usual tolerance.',
    errors: ['endpoint_not_found', 'event_not_found'],
    response: { 200: DeliveryCommand },
    run: (scope, { id }) => writeCurl(scope, id),
  })
  deliveries.post('/:id/retry', {
    operationId: 'retryDelivery',
    summary: 'Retry a delivery',
    description:
      'Queues a finished delivery again. A pending delivery is attempted immediately instead of at its next retry. Not possible while the endpoint is disabled.',
    errors: ['delivery_pending', 'endpoint_disabled', 'endpoint_not_found'],
    response: { 200: Delivery },
    runs: 'tenant',
    run: (scope, { id }) => retryDelivery(scope, id),
  })
}

import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceAround } from '#http/idempotency.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { checkEndpointUrls } from './check-endpoint-urls.ts'
import { createEndpoint } from './create-endpoint.ts'
import { deleteEndpoint } from './delete-endpoint.ts'
import { endOverlap } from './end-overlap.ts'
import { getDelivery } from './get-delivery.ts'
import { getEndpoint } from './get-endpoint.ts'
import { listDeliveries } from './list-deliveries.ts'
import { listEndpoints } from './list-endpoints.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateSecret } from './rotate-secret.ts'
import {
  CreateEndpointBody,
  Delivery,
  DeliveryCommand,
  DeliveryWithAttempts,
  Endpoint,
  EndpointWithSecret,
  ListDeliveriesQuery,
  ListedDelivery,
  RotateSecretBody,
  TestEndpointBody,
  UpdateEndpointBody,
} from './schema.ts'
import { testEndpoint } from './delivering/test-endpoint.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { createWebhookFetch } from './webhook-fetch.ts'
import { writeCurl } from './write-curl.ts'

const config = { permission: { session: 'admin' } } as const
const fresh = { permission: { ...config.permission, fresh: true } } as const
const tags = ['Webhooks']

/** Adds the developer area's routes of webhook endpoints and their deliveries. */
export function addWebhookRoutes(app: App, context: Context): void {
  addEndpointRoutes(app, context)
  addDeliveryRoutes(app)
}

function addEndpointRoutes(app: App, context: Context): void {
  const fetch = createWebhookFetch(context.config)
  app.addHook('onClose', () => fetch.close())

  app.get(
    '/api/developer/webhooks',
    {
      config,
      schema: {
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: 'Returns all endpoints without their secrets, newest first.',
        tags,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: pageOf(Endpoint) },
      },
    },
    async (request) => listEndpoints(scopeOf(request), request.query),
  )
  app.post(
    '/api/developer/webhooks',
    {
      config: fresh,
      schema: {
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description: 'The response contains the signing secret. It is shown only once.',
        tags,
        body: CreateEndpointBody,
        errors: ['invalid_url', 'quota_exceeded'],
        isIdempotent: true,
        response: { 201: EndpointWithSecret },
      },
    },
    async (request, reply) => {
      const checked = checkEndpointUrls(context.config, request.body)
      // Finished before the transaction begins, so that no database connection waits for a customer's name server.
      await checked.catch(() => undefined)
      return answerOnce(request, reply, 201, (scope) =>
        createEndpoint(scope, request.body, checked),
      )
    },
  )
  app.get(
    '/api/developer/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'getWebhookEndpoint',
        summary: 'Get a webhook endpoint',
        description: 'Without its secret, which is shown only when it is created or rotated.',
        tags,
        params: IdParams,
        errors: ['endpoint_not_found'],
        response: { 200: Endpoint },
      },
    },
    async (request) => getEndpoint(scopeOf(request), request.params.id),
  )
  app.patch(
    '/api/developer/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'updateWebhookEndpoint',
        summary: 'Update a webhook endpoint',
        description:
          'Only the fields you send are updated; null clears a field. When you enable an endpoint, its pending deliveries are sent.',
        tags,
        params: IdParams,
        body: UpdateEndpointBody,
        errors: ['endpoint_not_found', 'invalid_url'],
        response: { 200: Endpoint },
      },
    },
    async (request) => updateEndpoint(scopeOf(request), request.params.id, request.body),
  )
  app.delete(
    '/api/developer/webhooks/:id',
    {
      config,
      schema: {
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
        description: 'Cancels its pending deliveries.',
        tags,
        params: IdParams,
        errors: ['endpoint_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteEndpoint(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/developer/webhooks/:id/rotate-secret',
    {
      config: fresh,
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the signing secret',
        description:
          'The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret and with others rotated less than 24 hours ago. `expire_now` ends all previous secrets immediately.',
        tags,
        params: IdParams,
        body: RotateSecretBody,
        errors: ['endpoint_not_found', 'too_many_secrets'],
        isIdempotent: true,
        response: { 200: EndpointWithSecret },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) =>
        rotateSecret(scope, request.params.id, { expireNow: request.body.expire_now }),
      ),
  )
  app.post(
    '/api/developer/webhooks/:id/end-overlap',
    {
      config,
      schema: {
        operationId: 'expireWebhookSecrets',
        summary: 'Expire the previous secrets',
        description: 'From now on, deliveries are signed only with the newest secret.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['endpoint_not_found'],
        isIdempotent: true,
        response: { 200: Endpoint },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => endOverlap(scope, request.params.id)),
  )
  app.post(
    '/api/developer/webhooks/:id/test',
    {
      config,
      schema: {
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test delivery',
        description:
          'Sends a sample event with `test: true` and waits for the result. A test delivery is not retried.',
        tags,
        params: IdParams,
        body: TestEndpointBody,
        errors: ['endpoint_not_found'],
        isIdempotent: true,
        response: { 200: DeliveryWithAttempts },
      },
    },
    async (request, reply) =>
      answerOnceAround(request, reply, 200, (scope) =>
        testEndpoint(scope, fetch.fetch, request.params.id, {
          eventType: request.body.event_type,
        }),
      ),
  )
}

function addDeliveryRoutes(app: App): void {
  app.get(
    '/api/developer/webhooks/deliveries',
    {
      config,
      schema: {
        operationId: 'listDeliveries',
        summary: 'List deliveries',
        description:
          'Newest first. If few deliveries match, a page can be short or empty and still have a `next_cursor`.',
        tags,
        querystring: ListDeliveriesQuery,
        response: { 200: pageOf(ListedDelivery) },
      },
    },
    async (request) => listDeliveries(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/webhooks/deliveries/:id',
    {
      config,
      schema: {
        operationId: 'getDelivery',
        summary: 'Get a delivery',
        description: 'Includes its attempts and its payload.',
        tags,
        params: IdParams,
        errors: ['delivery_not_found'],
        response: { 200: DeliveryWithAttempts },
      },
    },
    async (request) => getDelivery(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/developer/webhooks/deliveries/:id/curl',
    {
      config,
      schema: {
        operationId: 'getDeliveryCommand',
        summary: 'Copy a delivery as curl',
        description:
          'Returns a command that repeats the delivery from your own machine with the same body, signed now with the currently valid secrets. Nothing is sent by the server. Receivers accept the signature for 5 minutes, the usual tolerance.',
        tags,
        params: IdParams,
        errors: ['delivery_not_found', 'endpoint_not_found', 'event_not_found'],
        response: { 200: DeliveryCommand },
      },
    },
    async (request) => writeCurl(scopeOf(request), request.params.id),
  )
  app.post(
    '/api/developer/webhooks/deliveries/:id/retry',
    {
      config,
      schema: {
        operationId: 'retryDelivery',
        summary: 'Retry a delivery',
        description:
          'Queues a finished delivery again. A pending delivery is attempted immediately instead of at its next retry. Not possible while the endpoint is disabled.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: [
          'delivery_not_found',
          'delivery_pending',
          'endpoint_disabled',
          'endpoint_not_found',
        ],
        isIdempotent: true,
        response: { 200: Delivery },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => retryDelivery(scope, request.params.id)),
  )
}

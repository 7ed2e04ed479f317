import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceAround } from '#http/idempotency.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { checkEndpointUrl } from './check-endpoint-url.ts'
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
  RotateSecretBody,
  TestEndpointBody,
  UpdateEndpointBody,
} from './schema.ts'
import { testEndpoint } from './delivering/test-endpoint.ts'
import { updateEndpoint } from './update-endpoint.ts'
import { createWebhookFetch } from './webhook-fetch.ts'
import { writeCurl } from './write-curl.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Webhooks']

/** The developer area's routes of webhook endpoints and their deliveries. */
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
        summary: 'List webhook endpoints',
        description: 'Newest first, without their secrets.',
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
      config,
      schema: {
        summary: 'Register a webhook endpoint',
        description: 'The answer shows the signing secret, once.',
        tags,
        body: CreateEndpointBody,
        response: { 201: EndpointWithSecret },
      },
    },
    async (request, reply) => {
      const checked = checkEndpointUrl(context.config, request.body.url)
      // Ended before the transaction begins: no connection of all waits for a customer's name server.
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
        summary: 'Get a webhook endpoint',
        tags,
        params: IdParams,
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
        summary: 'Change a webhook endpoint',
        description: 'Enabling one offers the deliveries that waited.',
        tags,
        params: IdParams,
        body: UpdateEndpointBody,
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
        summary: 'Remove a webhook endpoint',
        description: 'Its pending deliveries become cancelled.',
        tags,
        params: IdParams,
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
      config,
      schema: {
        summary: 'Rotate the signing secret',
        description:
          'The answer shows the new secret, once. Deliveries are signed with the old one too for 24 hours, as with those rotated before that are still in theirs; `expire_now` ends all old ones.',
        tags,
        params: IdParams,
        body: RotateSecretBody,
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
        summary: 'End the old secrets',
        description: 'From now on deliveries are signed with the newest secret alone.',
        tags,
        params: IdParams,
        body: EmptyBody,
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
        summary: 'Send a test delivery',
        description: 'Sent once, before the answer, with `test: true` and a sample resource.',
        tags,
        params: IdParams,
        body: TestEndpointBody,
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
        summary: 'List deliveries',
        description:
          'Newest first. Where little matches, a page may be short or empty and still say where to go on.',
        tags,
        querystring: ListDeliveriesQuery,
        response: { 200: pageOf(Delivery) },
      },
    },
    async (request) => listDeliveries(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/webhooks/deliveries/:id',
    {
      config,
      schema: {
        summary: 'Get a delivery',
        description: 'With its tries and its payload.',
        tags,
        params: IdParams,
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
        summary: 'Copy a delivery as curl',
        description:
          'A command that repeats the delivery from your own machine: the same bytes, signed now with the secrets that are valid. Nothing is sent from here. Verifiers take the signature for 5 minutes, their usual tolerance.',
        tags,
        params: IdParams,
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
        summary: 'Retry a delivery',
        description:
          'Offers a finished delivery again, now; one that waits for its next try has it now. Not while its endpoint is disabled.',
        tags,
        params: IdParams,
        body: EmptyBody,
        response: { 200: Delivery },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 200, (scope) => retryDelivery(scope, request.params.id)),
  )
}

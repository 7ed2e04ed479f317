import { Type } from 'typebox'
import type { Context } from '#context.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { readPrecondition } from '#http/conditional-requests.ts'
import { answerOnce, answerOnceAround } from '#http/idempotency.ts'
import { pageOf, pageQuery } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { checkEndpointUrls } from '../check-endpoint-urls.ts'
import { createEndpoint } from '../create-endpoint.ts'
import { deleteEndpoint } from '../delete-endpoint.ts'
import { testEndpoint } from '../delivering/test-endpoint.ts'
import { getEndpoint } from '../get-endpoint.ts'
import { listEndpointDeliveries } from '../list-endpoint-deliveries.ts'
import { listEndpoints } from '../list-endpoints.ts'
import { rotateSecret } from '../rotate-secret.ts'
import {
  CreateEndpointBody,
  Delivery,
  DeliveryWithAttempts,
  Endpoint,
  EndpointWithSecret,
  ListEndpointDeliveriesQuery,
  RotateSecretBody,
  TestEndpointBody,
  UpdateEndpointBody,
} from '../schema.ts'
import { updateEndpoint } from '../update-endpoint.ts'
import { createWebhookFetch } from '../webhook-fetch.ts'

// Members need to be admins, as in the developer area.
const read = { permission: { key: 'webhooks:read', admin: true } } as const
const write = { permission: { key: 'webhooks:write', admin: true } } as const
const fresh = { permission: { ...write.permission, fresh: true } } as const
const tags = ['Webhooks']

/** Adds the routes with which API keys manage webhook endpoints. */
export function addKeyWebhookRoutes(app: App, context: Context): void {
  addReadRoutes(app)
  addChangeRoutes(app, context)
  addSecretRoutes(app, context)
}

function addReadRoutes(app: App): void {
  app.get(
    '/api/v1/webhooks',
    {
      config: read,
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Returns all webhook endpoints without their secrets, newest first.',
        tags,
        querystring: Type.Object(pageQuery, { additionalProperties: false }),
        response: { 200: pageOf(Endpoint) },
      },
    },
    async (request) => listEndpoints(scopeOf(request), request.query),
  )
  app.get(
    '/api/v1/webhooks/:id',
    {
      config: read,
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        tags,
        params: IdParams,
        errors: ['endpoint_not_found'],
        isConditional: true,
        response: { 200: Endpoint },
      },
    },
    async (request) => getEndpoint(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/v1/webhooks/:id/deliveries',
    {
      config: read,
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        description:
          'Newest first. If few deliveries match, a page can be short or empty and still have a `next_cursor`.',
        tags,
        params: IdParams,
        querystring: ListEndpointDeliveriesQuery,
        errors: ['endpoint_not_found'],
        response: { 200: pageOf(Delivery) },
      },
    },
    async (request) => listEndpointDeliveries(scopeOf(request), request.params.id, request.query),
  )
}

function addChangeRoutes(app: App, context: Context): void {
  app.post(
    '/api/v1/webhooks',
    {
      config: fresh,
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Subscribes a URL to events. The response contains the signing secret. It is shown only once.',
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
  app.patch(
    '/api/v1/webhooks/:id',
    {
      config: write,
      schema: {
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'Only the fields you send are updated; null clears a field. When you enable an endpoint, its pending deliveries are sent.',
        tags,
        params: IdParams,
        body: UpdateEndpointBody,
        errors: ['endpoint_not_found', 'invalid_url'],
        isConditional: true,
        response: { 200: Endpoint },
      },
    },
    async (request) =>
      updateEndpoint(scopeOf(request), request.params.id, request.body, readPrecondition(request)),
  )
  app.delete(
    '/api/v1/webhooks/:id',
    {
      config: write,
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Unsubscribes the URL and cancels its pending deliveries.',
        tags,
        params: IdParams,
        errors: ['endpoint_not_found'],
        isConditional: true,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteEndpoint(scopeOf(request), request.params.id, readPrecondition(request))
      return reply.code(204).send(null)
    },
  )
}

function addSecretRoutes(app: App, context: Context): void {
  const fetch = createWebhookFetch(context.config)
  app.addHook('onClose', () => fetch.close())

  app.post(
    '/api/v1/webhooks/:id/rotate-secret',
    {
      config: fresh,
      schema: {
        operationId: 'rotateSigningSecret',
        summary: 'Rotate the signing secret of a webhook',
        description:
          'The response contains the new secret. It is shown only once. For 24 hours, deliveries are also signed with the previous secret. `expire_now` ends all previous secrets immediately.',
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
    '/api/v1/webhooks/:id/test',
    {
      config: write,
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test delivery to a webhook',
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

import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnceWith } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { EmptyBody, IdParams } from '#lib/schemas.ts'
import { dismissPayload } from './dismiss-payload.ts'
import { getPayload } from './get-payload.ts'
import { listPayloads } from './list-payloads.ts'
import {
  InboundPayload,
  InboundPayloadDetail,
  ListedPayload,
  ListInboundQuery,
  ReprocessBody,
} from './schema.ts'
import { reprocessPayload } from './reprocess-payload.ts'
import { reprocessPayloads, selectFailed } from './reprocess-payloads.ts'
import { unroutedFor } from './select-payloads.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Inbound log']

/** Adds the routes of the inbound log: what platforms and forms sent, its results, and reprocessing. */
export function addInboundRoutes(app: App): void {
  app.get(
    '/api/developer/inbound',
    {
      config,
      schema: {
        operationId: 'listInboundPayloads',
        summary: 'List inbound payloads',
        description: 'Newest first.',
        tags,
        querystring: ListInboundQuery,
        response: { 200: pageOf(ListedPayload) },
      },
    },
    async (request) => listPayloads(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/inbound/:id',
    {
      config,
      schema: {
        operationId: 'getInboundPayload',
        summary: 'Get an inbound payload',
        description:
          'Includes the raw body and the result of each item, with the reason if it failed.',
        tags,
        params: IdParams,
        errors: ['invalid_phone', 'payload_not_found'],
        response: { 200: InboundPayloadDetail },
      },
    },
    async (request) => getPayload(scopeOf(request), request.params.id),
  )
  app.post(
    '/api/developer/inbound/reprocess',
    {
      config,
      schema: {
        operationId: 'reprocessInboundPayloads',
        summary: 'Reprocess payloads',
        description:
          'Reprocesses the newest 10,000 payloads that match the filters. Selects failed payloads by default.',
        tags,
        body: ReprocessBody,
        isIdempotent: true,
        response: { 202: Type.Object({ offered: Type.Integer() }) },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        202,
        (scope) => selectFailed(scope, request.body),
        (scope, selection) => reprocessPayloads(scope, request.body, selection),
      ),
  )
  app.post(
    '/api/developer/inbound/:id/reprocess',
    {
      config,
      schema: {
        operationId: 'reprocessInboundPayload',
        summary: 'Reprocess a payload',
        description:
          'Retries failed items, routes unrouted items and fetches missing media files. Items that were already recorded do not change.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['payload_not_found'],
        isIdempotent: true,
        response: { 202: InboundPayload },
      },
    },
    async (request, reply) =>
      answerOnceWith(request, reply, 202, unroutedFor, (scope, unrouted) =>
        reprocessPayload(scope, request.params.id, unrouted),
      ),
  )
  app.post(
    '/api/developer/inbound/:id/dismiss',
    {
      config,
      schema: {
        operationId: 'dismissSubmission',
        summary: 'Dismiss a submission',
        description:
          'Ends the attention that a submission of a form needs, because it became no contact. It stays in the log.',
        tags,
        params: IdParams,
        body: EmptyBody,
        errors: ['payload_not_found'],
        isIdempotent: true,
        response: { 200: InboundPayload },
      },
    },
    async (request, reply) =>
      answerOnceWith(request, reply, 200, unroutedFor, (scope, unrouted) =>
        dismissPayload(scope, request.params.id, unrouted),
      ),
  )
}

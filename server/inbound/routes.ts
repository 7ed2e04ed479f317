import { resource } from '#http/resource.ts'
import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
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

/** Adds the routes of the inbound log: what platforms and forms sent, its results, and reprocessing. */
export function addInboundRoutes(app: App): void {
  const inbound = resource(app, '/api/developer/inbound', {
    tag: 'Inbound log',
    read: { session: 'admin' },
    write: { session: 'admin' },
    notFound: 'payload_not_found',
  })

  inbound.get('', {
    operationId: 'listInboundPayloads',
    summary: 'List inbound payloads',
    description: 'Newest first.',
    query: ListInboundQuery,
    response: { 200: pageOf(ListedPayload) },
    run: (scope, { query }) => listPayloads(scope, query),
  })
  inbound.get('/:id', {
    operationId: 'getInboundPayload',
    summary: 'Get an inbound payload',
    description: 'Includes the raw body and the result of each item, with the reason if it failed.',
    response: { 200: InboundPayloadDetail },
    run: (scope, { id }) => getPayload(scope, id),
  })
  inbound.post('/reprocess', {
    operationId: 'reprocessInboundPayloads',
    summary: 'Reprocess payloads',
    description:
      'Reprocesses the newest 10,000 payloads that match the filters. Selects failed payloads by default.',
    body: ReprocessBody,
    response: { 202: Type.Object({ offered: Type.Integer() }) },
    runs: 'tenant',
    before: (scope, { body }) => selectFailed(scope, body),
    run: (scope, { body }, selection) => reprocessPayloads(scope, body, selection),
  })
  inbound.post('/:id/reprocess', {
    operationId: 'reprocessInboundPayload',
    summary: 'Reprocess a payload',
    description:
      'Retries failed items, routes unrouted items and fetches missing media files. Items that were already recorded do not change.',
    response: { 202: InboundPayload },
    runs: 'tenant',
    before: (scope) => unroutedFor(scope),
    run: (scope, { id }, unrouted) => reprocessPayload(scope, id, unrouted),
  })
  inbound.post('/:id/dismiss', {
    operationId: 'dismissSubmission',
    summary: 'Dismiss a submission',
    description:
      'Ends the attention that a submission of a form needs, because it became no contact. It stays in the log.',
    response: { 200: InboundPayload },
    runs: 'tenant',
    before: (scope) => unroutedFor(scope),
    run: (scope, { id }, unrouted) => dismissPayload(scope, id, unrouted),
  })
}

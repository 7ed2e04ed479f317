import { scopeOf } from '#http/authenticate.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { getEndpointHealth } from './get-endpoint-health.ts'
import { getEventOutcome } from './get-event-outcome.ts'
import { listEventOutcomes } from './list-event-outcomes.ts'
import {
  EndpointHealth,
  EventOutcome,
  EventOutcomeDetail,
  ListEventOutcomesQuery,
} from './schema.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Webhooks']

/** Adds the developer area's routes about outcomes of events and health of endpoints. */
export function addOutcomeRoutes(app: App): void {
  app.get(
    '/api/developer/events',
    {
      config,
      schema: {
        operationId: 'listEventOutcomes',
        summary: 'List events with their outcomes',
        description:
          'Newest first. Includes events that were not delivered to any endpoint, with the reason. If few events match, a page can be short or empty and still have a `next_cursor`.',
        tags,
        querystring: ListEventOutcomesQuery,
        response: { 200: pageOf(EventOutcome) },
      },
    },
    async (request) => listEventOutcomes(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/events/:id',
    {
      config,
      schema: {
        operationId: 'getEventOutcome',
        summary: 'Get the outcome of an event',
        description:
          'Returns the delivery for each endpoint that existed then or exists now, or why there is none.',
        tags,
        params: IdParams,
        errors: ['event_not_found'],
        response: { 200: EventOutcomeDetail },
      },
    },
    async (request) => getEventOutcome(scopeOf(request), request.params.id),
  )
  app.get(
    '/api/developer/webhooks/:id/health',
    {
      config,
      schema: {
        operationId: 'getWebhookHealth',
        summary: 'Get the health of a webhook endpoint',
        description:
          'Summarizes outcomes and durations of the last 24 hours and 7 days, and pending deliveries. For a busy endpoint, only the newest 50,000 deliveries are counted.',
        tags,
        params: IdParams,
        errors: ['endpoint_not_found'],
        response: { 200: EndpointHealth },
      },
    },
    async (request) => getEndpointHealth(scopeOf(request), request.params.id),
  )
}

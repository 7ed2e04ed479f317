import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { getEndpointHealth } from './get-endpoint-health.ts'
import { getEventOutcome } from './get-event-outcome.ts'
import { listEventOutcomes } from './list-event-outcomes.ts'
import {
  EndpointHealth,
  EventOutcome,
  EventOutcomeDetail,
  ListEventOutcomesQuery,
} from './schema.ts'

/** Adds the developer area's routes about outcomes of events and health of endpoints. */
export function addOutcomeRoutes(app: App): void {
  const routes = resource(app, '/api/developer', { tag: 'Webhooks', read: { session: 'admin' } })

  routes.get('/events', {
    operationId: 'listEventOutcomes',
    summary: 'List events with their outcomes',
    description:
      'Newest first. Includes events that were not delivered to any endpoint, with the reason. If few events match, a page can be short or empty and still have a `next_cursor`.',
    query: ListEventOutcomesQuery,
    response: { 200: pageOf(EventOutcome) },
    run: (scope, { query }) => listEventOutcomes(scope, query),
  })
  routes.get('/events/:id', {
    operationId: 'getEventOutcome',
    summary: 'Get the outcome of an event',
    description:
      'Returns the delivery for each endpoint that existed then or exists now, or why there is none.',
    errors: ['event_not_found'],
    response: { 200: EventOutcomeDetail },
    run: (scope, { id }) => getEventOutcome(scope, id),
  })
  routes.get('/webhooks/:id/health', {
    operationId: 'getWebhookHealth',
    summary: 'Get the health of a webhook endpoint',
    description:
      'Summarizes outcomes and durations of the last 24 hours and 7 days, and pending deliveries. For a busy endpoint, only the newest 50,000 deliveries are counted.',
    errors: ['endpoint_not_found'],
    response: { 200: EndpointHealth },
    run: (scope, { id }) => getEndpointHealth(scope, id),
  })
}

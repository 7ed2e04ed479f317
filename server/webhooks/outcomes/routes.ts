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

/** The developer area's routes of what became of events, one by one and at an endpoint. */
export function addOutcomeRoutes(app: App): void {
  app.get(
    '/api/developer/events',
    {
      config,
      schema: {
        summary: 'List events and what became of them',
        description:
          'Newest first, those included that were sent nowhere, with the reason. Where little matches, a page may be short or empty and still say where to go on.',
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
        summary: 'Get what became of an event',
        description:
          'At each endpoint that there was then or is now: its delivery, or why there is none.',
        tags,
        params: IdParams,
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
        summary: 'Get the health of a webhook endpoint',
        description:
          'At a glance: outcomes and durations of the last 24 hours and 7 days, and what waits. Of a busy endpoint the newest 50,000 deliveries count.',
        tags,
        params: IdParams,
        response: { 200: EndpointHealth },
      },
    },
    async (request) => getEndpointHealth(scopeOf(request), request.params.id),
  )
}

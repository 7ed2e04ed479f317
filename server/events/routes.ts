import { resource } from '#http/resource.ts'
import type { Context } from '#db/context.ts'
import type { App } from '#http/app.ts'
import { recheck } from '#http/add-authentication.ts'
import { beginEventStream } from '#http/begin-event-stream.ts'
import { readAliased } from '#lib/lists/list-filters.ts'
import { readEventTypes, toEventCursor } from './to-event-cursor.ts'
import { findEventPosition } from './find-event-position.ts'
import { getEvent } from './get-event.ts'
import { listEvents } from './list-events.ts'
import { createStreamOpener } from './create-stream-opener.ts'
import type { StreamServing } from './create-stream-opener.ts'
import {
  Event,
  EventPage,
  ListEventsQuery,
  StreamEventsHeaders,
  streamAnswers,
  StreamEventsQuery,
} from './schema.ts'
import { sendText } from '#http/send-text.ts'

/** Adds the API routes of events. */
export function addEventRoutes(app: App, context: Context, serving?: StreamServing): void {
  const streams = createStreamOpener(context, serving)
  app.addHook('preClose', async () => streams.close())
  const events = resource(app, '/api/v1/events', { tag: 'Events', read: { key: 'events:read' } })

  events.get('', {
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'Returns events oldest first, in commit order and without gaps. Store `next_cursor` and pass it as `after` in the next request; while `has_more` is true, request the next page immediately. If the events after a cursor were deleted because their retention time is over, the response is 410 `cursor_expired`.',
    query: ListEventsQuery,
    errors: ['conflicting_fields', 'cursor_expired', 'event_not_found'],
    response: { 200: EventPage },
    run: async (scope, { query, reply }) => {
      const { after, limit = 25 } = query
      const types = readEventTypes(readAliased(query, ['type', 'types']))
      const since = readAliased(query, ['created_after', 'since'])
      const position = await findEventPosition(scope, { after, since })
      const batch = await listEvents(scope, { position, limit, types })
      const data = batch.events.map((event) => event.body).join(',')
      const rest = JSON.stringify({
        next_cursor: toEventCursor(batch.position),
        has_more: batch.hasMore,
      })
      return sendText(reply, JSON_TYPE, `{"data":[${data}],${rest.slice(1)}`)
    },
  })
  events.get('/:id', {
    operationId: 'getEvent',
    summary: 'Get an event',
    description: 'The response is byte-identical to the payload sent to webhooks.',
    errors: ['event_not_found'],
    response: { 200: Event },
    run: async (scope, { id, reply }) => sendText(reply, JSON_TYPE, await getEvent(scope, id)),
  })
  events.get('/stream', {
    operationId: 'streamEvents',
    summary: 'Stream events',
    description:
      'Sends events as server-sent events. `Last-Event-ID` resumes without a gap. The server closes streams from time to time and clients reconnect. Each API key can have 20 open streams.',
    query: StreamEventsQuery,
    headers: StreamEventsHeaders,
    exposeHeadRoute: false,
    ...streamAnswers,
    run: async (scope, { query, request, reply }) => {
      const { after } = query
      const since = readAliased(query, ['created_after', 'since'])
      const resumed = request.headers['last-event-id']
      const start = typeof resumed === 'string' && resumed ? { after: resumed } : { after, since }
      await streams.open(scope, {
        start,
        types: readEventTypes(readAliased(query, ['type', 'types'])),
        begin: () => beginEventStream(request, reply),
        recheck: () => recheck(request),
      })
    },
  })
}

/** Stored events are sent unchanged: the same bytes that webhooks carry and sign. */
const JSON_TYPE = 'application/json; charset=utf-8'

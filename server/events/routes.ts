import { Type } from 'typebox'
import type { Context } from '../context.ts'
import type { App } from '../http/app.ts'
import { scopeOf } from '../http/authenticate.ts'
import { readEventCursor, readEventTypes, toEventCursor } from './event-cursor.ts'
import { listEvents, readEventHead } from './list-events.ts'
import { EventPage, ListEventsQuery, StreamEventsQuery } from './schema.ts'
import { streamEvents } from './stream-events.ts'
import { createEventWatch } from './watch-events.ts'

/** A stream ends after this long, so that a revoked key does not keep reading; the client goes on by itself. */
const STREAM_MS = 10 * 60_000

/** The API's routes of events: the pull side of webhooks. */
export function addEventRoutes(app: App, context: Context): void {
  const watch = createEventWatch(context)
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  app.get(
    '/api/v1/events',
    {
      config: { permission: { key: 'events:read' } },
      schema: {
        summary: 'List events',
        description:
          'Oldest first, in commit order, without gaps. Keep `next_cursor` and ask again with it as `after`, at once while `has_more`.',
        tags: ['Events'],
        querystring: ListEventsQuery,
        response: { 200: EventPage },
      },
    },
    async (request, reply) => {
      const { after, limit = 25, types } = request.query
      const batch = await listEvents(scopeOf(request), {
        position: after === undefined ? 0 : readEventCursor(after),
        limit,
        types: readEventTypes(types),
      })
      // Each body goes out as it is stored: the same bytes that webhooks carry and sign.
      const data = batch.events.map((event) => event.body).join(',')
      const rest = JSON.stringify({
        next_cursor: toEventCursor(batch.position),
        has_more: batch.hasMore,
      })
      return reply
        .type('application/json; charset=utf-8')
        .serializer((body: unknown) => body as string)
        .send(`{"data":[${data}],${rest.slice(1)}` as never)
    },
  )
  app.get(
    '/api/v1/events/stream',
    {
      // HEAD would hold a connection open for nothing.
      exposeHeadRoute: false,
      config: { permission: { key: 'events:read' } },
      schema: {
        summary: 'Stream events',
        description:
          'Server-sent events. `Last-Event-ID` resumes without a gap; the stream ends now and then, and clients reconnect.',
        tags: ['Events'],
        querystring: StreamEventsQuery,
        produces: ['text/event-stream'],
        response: { 200: Type.String({ description: 'Server-sent events.' }) },
      },
    },
    async (request, reply) => {
      const scope = scopeOf(request)
      const resumed = request.headers['last-event-id'] || request.query.after
      const types = readEventTypes(request.query.types)
      const position =
        typeof resumed === 'string' ? readEventCursor(resumed) : await readEventHead(scope)
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(STREAM_MS)])
      reply.hijack()
      const { raw } = reply
      raw.on('error', (err) => request.log.debug({ err }, 'an event stream broke'))
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      try {
        await streamEvents(scope, raw, { position, types, watch, signal })
      } catch (err) {
        request.log.warn({ err, request_id: request.id }, 'an event stream ended early')
      } finally {
        raw.end()
      }
    },
  )
}

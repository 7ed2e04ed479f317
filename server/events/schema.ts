import { ServerSentEvent } from '#lib/server-sent-event.ts'
import { Type } from 'typebox'
import { choiceList, timeFilter } from '#lib/lists/list-filters.ts'
import { closedObject, Id, limitedText, Time, titled } from '#lib/schemas.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { EVENT_TYPES } from '#shared/event-types.ts'

/** An event in webhooks, the event list and the stream. */
export const Event = titled('Event', {
  id: Id,
  type: Type.String({
    description: `One of ${EVENT_TYPES.join(', ')}. More types may be added.`,
  }),
  created_at: Time,
  workspace_id: Id,
  test: Type.Boolean(),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The resource exactly as the API returned it at that time.',
  }),
})

/** A page of the event feed. */
export const EventPage = titled('EventPage', {
  data: Type.Array(Event),
  next_cursor: Type.String({
    description:
      'The cursor for the next request. Never null, even when there are no more events yet.',
  }),
  has_more: Type.Boolean({ description: 'Whether more events are available now.' }),
})

const types = {
  type: choiceList(EVENT_TYPES, 'All types by default, or one or more', { title: 'EventType' }),
  types: choiceList(EVENT_TYPES, 'Alias of `type`: one or more', { title: 'EventType' }),
}

const since = {
  created_after: timeFilter(
    'Starts with the first event created at or after this time. Cannot be combined with `after`.',
  ),
  since: timeFilter('Alias of `created_after`.'),
}

/** The query of GET /api/v1/events. */
export const ListEventsQuery = closedObject({
  after: Type.Optional(
    limitedText(
      512,
      'The `next_cursor` of the previous page, or the id of an event. Starts with the oldest event that is still kept by default.',
    ),
  ),
  ...since,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 25,
      description: 'The number of items per page.',
    }),
  ),
  ...types,
})

/** The query of GET /api/v1/events/stream. */
export const StreamEventsQuery = closedObject({
  after: Type.Optional(
    limitedText(
      512,
      'The cursor or id of the event to start after. `Last-Event-ID` takes precedence. Sends only new events by default.',
    ),
  ),
  ...since,
  ...types,
})

/** The headers of GET /api/v1/events/stream. */
export const StreamEventsHeaders = Type.Object({
  'last-event-id': Type.Optional(
    limitedText(
      512,
      'The `id:` of the last event you received. Takes precedence over `after` and `since`.',
    ),
  ),
})

/** The response of a stream of events, and the errors before it begins. */
export const streamAnswers = {
  produces: ['text/event-stream'],
  errors: [
    'cursor_expired',
    'event_not_found',
    'quota_exceeded',
    'streams_exhausted',
    'too_many_streams',
  ] satisfies ErrorCode[],
  response: { 200: ServerSentEvent },
}

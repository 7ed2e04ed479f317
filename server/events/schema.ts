import { Type } from 'typebox'
import { Id, Time } from '#lib/schemas.ts'
import { EVENT_TYPES } from './catalogue.ts'

/** An event, as webhooks, the list and the stream carry it. */
export const Event = Type.Object(
  {
    id: Id,
    type: Type.String({ description: `One of ${EVENT_TYPES.join(', ')}; more may come.` }),
    created_at: Time,
    workspace_id: Id,
    test: Type.Boolean(),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The resource, exactly as the API returned it at that time.',
    }),
  },
  { title: 'Event' },
)

/** A page of the event feed. */
export const EventPage = Type.Object(
  {
    data: Type.Array(Event),
    next_cursor: Type.String({
      description: 'Where to go on, also when there is nothing more just now: never null.',
    }),
    has_more: Type.Boolean({ description: 'Whether to ask again at once.' }),
  },
  { title: 'EventPage' },
)

const types = Type.Optional(
  Type.String({
    maxLength: 500,
    description: 'Types of events, with commas between; all if absent.',
  }),
)

const since = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'Begins with the first event made at or after this time, instead of `after`.',
  }),
)

/** The query of GET /api/v1/events. */
export const ListEventsQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 512,
        description:
          'The `next_cursor` of the page before, or the id of an event; from the oldest event that is kept if absent.',
      }),
    ),
    since,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
    types,
  },
  { additionalProperties: false },
)

/** The query of GET /api/v1/events/stream. */
export const StreamEventsQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        maxLength: 512,
        description:
          'A cursor or the id of an event to begin after, unless `Last-Event-ID` says; only new events if absent.',
      }),
    ),
    since,
    types,
  },
  { additionalProperties: false },
)

/** The headers of GET /api/v1/events/stream. */
export const StreamEventsHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'The `id:` of the last event that arrived; goes before `after` and `since`.',
    }),
  ),
})

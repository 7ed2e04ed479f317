import { Type } from 'typebox'
import type { TSchema } from 'typebox'
import { Member } from '#account/users/schema.ts'
import { Automation } from '#conversations/automation.ts'
import { BotTimeOut } from '#conversations/bot-time-out.ts'
import { Contact, ErasedContact, Person } from '#contacts/schema.ts'
import { Note } from '#conversations/notes/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { CsatRating } from '#csat/schema.ts'
import { Id, nullable, Time, titled } from '#lib/schemas.ts'
import { Message } from '#messages/schema.ts'
import { EVENT_MEANINGS, EVENT_TYPES, subjectOf } from '#shared/event-types.ts'
import type { EventType } from '#shared/event-types.ts'
import { SlaTarget } from '#sla/schema.ts'
import { TicketComment } from '#tickets/activity/schema.ts'
import { Ticket } from '#tickets/schema.ts'
import { capitalize } from '#lib/capitalize.ts'

/** The data of events by subject. */
const DATA: Record<ReturnType<typeof subjectOf<EventType>>, TSchema> = {
  message: Message,
  contact: Person,
  conversation: Chat,
  note: Note,
  ticket: Ticket,
  ticket_comment: TicketComment,
  member: Member,
  csat: CsatRating,
  sla: SlaTarget,
  bot: BotTimeOut,
  automation: Automation,
}

/** The data of types whose data is not that of their subject. */
const DATA_OF_TYPE: Partial<Record<EventType, TSchema>> = {
  'contact.created': Contact,
  'contact.erased': ErasedContact,
}

/** The headers of a delivery. */
const HEADERS = [
  [
    'X-Service-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `t`, a full stop and the body.',
  ],
  ['webhook-id', 'The id of the event, the same in every attempt.'],
  ['webhook-timestamp', 'When the attempt was signed, in Unix seconds.'],
  ['webhook-signature', 'The signature of the Standard Webhooks specification: `v1,<base64>`.'],
] as const

/** The fields of an event of any type. */
const envelope = {
  id: Id,
  created_at: Time,
  workspace_id: Id,
  test: Type.Boolean({ description: 'Whether it was sent to test the endpoint.' }),
}

/** The event of an endpoint with thin payloads. */
const thinEvent = titled(
  'ThinEvent',
  {
    ...envelope,
    type: Type.Enum([...EVENT_TYPES], { title: 'EventType' }),
    data: Type.Object({
      id: Type.Unsafe<string>({ ...Id, description: 'The id of the resource.' }),
      path: nullable(
        Type.String({
          description:
            'The path that returns the resource, or the list that contains a note or a comment, to an API key. Null once it is erased.',
          examples: ['/api/v1/messages/01a1f3c2-7d4e-7a10-9c55-1f2e3d4c5b6a'],
        }),
      ),
    }),
  },
  'An event of any type for an endpoint whose `payload` is `thin`. `GET /api/v1/events/{id}` returns the full one.',
)

/** Returns the schema of the data of an event type, with the fields that every event of it has. */
export function eventDataSchema(type: EventType): TSchema {
  return DATA_OF_TYPE[type] ?? DATA[subjectOf(type)]
}

/** Returns the parts of the API description about events: the union of all types, and a webhook for each type. */
export function describeEvents(): {
  schemas: Record<'Event' | 'EventEnvelope', object>
  webhooks: Record<string, object>
} {
  const schemas = EVENT_TYPES.map((type) => [type, toSchema(type)] as const)
  return {
    schemas: {
      EventEnvelope: Type.Object(envelope, { description: 'The fields of every event.' }),
      Event: {
        description:
          'An event, in webhooks, the event list and the stream. Ignore types that you do not know: more may be added.',
        oneOf: schemas.map(([, schema]) => schema),
        discriminator: {
          propertyName: 'type',
          mapping: Object.fromEntries(
            EVENT_TYPES.map((type) => [type, `#/components/schemas/${toTitle(type)}`]),
          ),
        },
      },
    },
    webhooks: Object.fromEntries(schemas.map(([type, schema]) => [type, toWebhook(type, schema)])),
  }
}

function toSchema(type: EventType): TSchema {
  return titled(toTitle(type), {
    ...envelope,
    type: Type.Literal(type),
    data: eventDataSchema(type),
  })
}

function toWebhook(type: EventType, schema: TSchema): object {
  return {
    post: {
      operationId: `on${toTitle(type).replace(/Event$/, '')}`,
      summary: EVENT_MEANINGS[type].replace(/\.$/, ''),
      tags: ['Events'],
      security: [],
      parameters: HEADERS.map(([name, description]) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { oneOf: [schema, thinEvent] } } },
      },
      responses: {
        '2XX': { description: 'The event was received.' },
        '410': { description: 'The endpoint is gone, and gets disabled.' },
      },
    },
  }
}

/** Returns the name of the schema of an event type, such as TicketCommentCreatedEvent. */
function toTitle(type: EventType): string {
  const words = type.split(/[._]/).map(capitalize)
  return `${words.join('')}Event`
}

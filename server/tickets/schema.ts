import type { Selectable } from 'kysely'
import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Tickets } from '../db/contact-tables.ts'
import { pageQuery } from '../lib/pagination.ts'
import { Id, nullable, Time } from '../lib/schemas.ts'

const Priority = Type.Enum(['low', 'medium', 'high', 'urgent'])
const TicketStatus = Type.Enum(['open', 'pending', 'solved', 'closed'])
const Title = Type.String({ minLength: 1, maxLength: 200 })
const DueAt = Type.String({ format: 'date-time', description: 'RFC 3339, any offset.' })

/** A ticket, as the API gives it. `number` counts up from 1 in each workspace. */
export const Ticket = Type.Object(
  {
    id: Id,
    number: Type.Integer(),
    person_id: Id,
    title: Type.String(),
    message_id: nullable(Id),
    priority: Priority,
    status: TicketStatus,
    assignee_id: nullable(Id),
    due_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Ticket' },
)

/** A ticket, as the API gives it. */
export type Ticket = Static<typeof Ticket>

/** The body of POST /api/v1/tickets. */
export const CreateTicketBody = Type.Object(
  {
    person_id: Id,
    title: Title,
    message_id: Type.Optional(Id),
    priority: Type.Optional(Type.Enum(['low', 'medium', 'high', 'urgent'], { default: 'medium' })),
    assignee_id: Type.Optional(
      Type.String({ format: 'uuid', description: 'The membership that is assigned.' }),
    ),
    due_at: Type.Optional(DueAt),
  },
  { additionalProperties: false },
)

/** The body of PATCH /api/v1/tickets/{id}: what is named is changed. */
export const UpdateTicketBody = Type.Object(
  {
    title: Type.Optional(Title),
    priority: Type.Optional(Priority),
    status: Type.Optional(TicketStatus),
    assignee_id: Type.Optional(nullable(Id)),
    due_at: Type.Optional(nullable(DueAt)),
  },
  { additionalProperties: false },
)

/** The query of GET /api/v1/tickets. */
export const ListTicketsQuery = Type.Object(
  {
    ...pageQuery,
    status: Type.Optional(TicketStatus),
    priority: Type.Optional(Priority),
    assignee_id: Type.Optional(Id),
    person_id: Type.Optional(Id),
    updated_since: Type.Optional(DueAt),
  },
  { additionalProperties: false },
)

/** The API's ticket of a row of `tickets`. */
export function toTicket(row: Selectable<Tickets>): Ticket {
  return {
    id: row.id,
    number: row.number,
    person_id: row.person_id,
    title: row.title,
    message_id: row.message_id,
    priority: row.priority,
    status: row.status,
    assignee_id: row.assignee_id,
    due_at: row.due_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

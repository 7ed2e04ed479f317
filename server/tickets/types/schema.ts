import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, Time, titled } from '#lib/schemas.ts'
import { TICKET_TYPE_CHARACTERS_MAX } from '#shared/tickets.ts'

const Name = Type.String({ minLength: 1, maxLength: TICKET_TYPE_CHARACTERS_MAX })

/** A type of tickets. Names differ by more than their case. */
export const TicketType = titled('TicketType', {
  id: Id,
  name: Type.String(),
  created_at: Time,
  updated_at: Time,
})

/** A type of tickets. */
export type TicketType = Static<typeof TicketType>

/** The body of POST /api/v1/ticket-types. */
export const CreateTicketTypeBody = closedObject({ name: Name })

/** The body of PATCH /api/v1/ticket-types/{id}. */
export const UpdateTicketTypeBody = closedObject({ name: Type.Optional(Name) })

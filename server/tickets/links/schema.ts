import { Type } from 'typebox'
import type { Static } from 'typebox'
import { closedObject, Id, Time, titled } from '#lib/schemas.ts'
import { TICKET_LINK_KINDS, TICKET_STATUSES } from '#shared/tickets.ts'

const Kind = Type.Enum([...TICKET_LINK_KINDS], {
  description: 'What the ticket of the path is to the other one.',
})

/** A link of a ticket, with the other ticket. */
export const TicketLink = titled('TicketLink', {
  id: Id,
  kind: Kind,
  ticket: Type.Object(
    {
      id: Id,
      number: Type.Integer(),
      title: Type.String(),
      status: Type.Enum([...TICKET_STATUSES]),
    },
    { description: 'The other ticket.' },
  ),
  created_at: Time,
})

/** A link of a ticket, with the other ticket. */
export type TicketLink = Static<typeof TicketLink>

/** The response of GET /api/v1/tickets/{id}/links. */
export const TicketLinks = titled('TicketLinks', {
  data: Type.Array(TicketLink, { description: 'Oldest first.' }),
})

/** The body of POST /api/v1/tickets/{id}/links. */
export const CreateTicketLinkBody = closedObject({
  ticket_id: Type.String({ format: 'uuid', description: 'The id of the other ticket.' }),
  kind: Kind,
})

/** The parameters of a path with a ticket and one of its links. */
export const LinkParams = Type.Object({
  id: Type.String({ description: 'The id of the ticket, a UUID.' }),
  link_id: Type.String({ description: 'The id of the link, a UUID.' }),
})

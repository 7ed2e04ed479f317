import { Type } from 'typebox'
import { PersonDetail } from '#contacts/schema.ts'
import { Chat } from '#conversations/schema.ts'
import { expandedFields, expandQuery } from '#lib/lists/expand-schema.ts'
import { ListTicketsQuery, Ticket } from './schema.ts'

const expand = expandQuery(['contact', 'conversation'])

/** A ticket with what the request expanded. */
export const ExpandedTicket = Type.Object(
  { ...Ticket.properties, ...expandedFields({ contact: PersonDetail, conversation: Chat }) },
  { title: 'ExpandedTicket' },
)

/** The query of GET /api/v1/tickets/{id}. */
export const GetTicketQuery = Type.Object(expand, { additionalProperties: false })

/** The query of GET /api/v1/tickets. */
export const ListExpandedTicketsQuery = Type.Object(
  { ...ListTicketsQuery.properties, ...expand },
  { additionalProperties: false },
)

import { PersonDetail } from '#contacts/schema.ts'
import { Chat, ConversationSla } from '#conversations/schema.ts'
import { expandedFields, expandQuery } from '#lib/lists/expand-query.ts'
import { closedObject, titled } from '#lib/schemas.ts'
import { ListTicketsQuery, Ticket } from './schema.ts'

const expand = expandQuery(['contact', 'conversation', 'sla'])

/** A ticket with what the request expanded. */
export const ExpandedTicket = titled('ExpandedTicket', {
  ...Ticket.properties,
  ...expandedFields({ contact: PersonDetail, conversation: Chat, sla: ConversationSla }),
})

/** The query of GET /api/v1/tickets/{id}. */
export const GetTicketQuery = closedObject(expand)

/** The query of GET /api/v1/tickets. */
export const ListExpandedTicketsQuery = closedObject({ ...ListTicketsQuery.properties, ...expand })

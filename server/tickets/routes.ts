import { getContacts } from '#contacts/get-contact.ts'
import { readChats } from '#conversations/read-chats.ts'
import { notFound } from '#db/get-by-id.ts'
import type { App } from '#http/app.ts'
import { createBatchedRead } from '#http/create-batched-read.ts'
import { addCsvExport } from '#http/add-csv-export.ts'
import { createExpander } from '#http/create-expander.ts'
import { resource } from '#http/resource.ts'
import type { Resource } from '#http/resource.ts'
import { createSharedList } from '#http/create-shared-list.ts'
import { pageOf } from '#lib/page.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { addAttachment } from './add-attachment.ts'
import { countTickets } from './count-tickets.ts'
import { createTickets, findTicketAssignees } from './create-ticket.ts'
import { ExpandedTicket, GetTicketQuery, ListExpandedTicketsQuery } from './expanded-schema.ts'
import { exportTickets } from './export-tickets.ts'
import { getTickets } from './get-ticket.ts'
import { isTicketPage, listTickets } from './list-tickets.ts'
import { removeAttachment } from './remove-attachment.ts'
import {
  AddAttachmentBody,
  AttachmentParams,
  CreateTicketBody,
  ExportTicketsQuery,
  Ticket,
  TicketAttachment,
  TicketCounts,
  UpdateTicketBody,
} from './schema.ts'
import { updateTicket } from './update-ticket.ts'

/** Adds the API routes of tickets. */
export function addTicketRoutes(app: App): void {
  const list = createSharedList(
    listTickets,
    ({ assignee_id, follower_id, team_id }) =>
      assignee_id === 'me' || follower_id === 'me' || team_id === 'mine',
    isTicketPage,
  )
  const read = createBatchedRead(getTickets, (id) => notFound('tickets', id))
  const expander = createExpander<Ticket>({
    contact: { scope: 'contacts:read', idOf: (each) => each.person_id, readMany: getContacts },
    conversation: {
      scope: 'chats:read',
      idOf: (each) => each.conversation_id,
      readMany: readChats,
    },
    sla: {
      scope: 'chats:read',
      idOf: (each) => each.conversation_id,
      readMany: async (scope, ids) =>
        (await readChats(scope, ids)).map((chat) => chat?.sla ?? undefined),
    },
  })

  const tickets = resource(app, '/api/v1/tickets', {
    tag: 'Tickets',
    read: { key: 'tickets:read' },
    write: { key: 'tickets:write' },
    notFound: 'ticket_not_found',
  })

  tickets.postBatched('', {
    operationId: 'createTicket',
    summary: 'Create a ticket',
    body: CreateTicketBody,
    errors: [
      'conflicting_targets',
      'conversation_not_found',
      'media_not_found',
      'membership_not_found',
      'message_not_found',
      'person_not_found',
      'tag_not_found',
      'team_not_found',
      'ticket_type_not_found',
    ],
    response: { 201: Ticket },
    input: ({ body }) => body,
    before: findTicketAssignees,
    run: createTickets,
    isShared: true,
  })
  tickets.get('', {
    operationId: 'listTickets',
    summary: 'List tickets',
    description: 'Most recently changed first by default.',
    query: ListExpandedTicketsQuery,
    reads: 'list',
    response: { 200: pageOf(ExpandedTicket) },
    expander,
    run: (scope, { query }) => list(scope, query),
  })
  tickets.get('/counts', {
    operationId: 'countTickets',
    summary: 'Count tickets',
    description:
      'Returns the number of tickets in the standard views, counted up to 1,000. `mine` counts tickets assigned to the signed-in member.',
    query: EmptyQuery,
    response: { 200: TicketCounts },
    run: (scope) => countTickets(scope),
  })
  addCsvExport(tickets, {
    name: 'tickets',
    permission: { key: 'tickets:read' },
    query: ExportTicketsQuery,
    title: 'TicketFilter',
    run: exportTickets,
  })
  tickets.get('/:id', {
    operationId: 'getTicket',
    summary: 'Get a ticket',
    query: GetTicketQuery,
    isConditional: true,
    response: { 200: ExpandedTicket },
    expander,
    run: (scope, { id }) => read(scope, id),
  })
  tickets.patch('/:id', {
    operationId: 'updateTicket',
    summary: 'Update a ticket',
    body: UpdateTicketBody,
    errors: ['membership_not_found', 'tag_not_found', 'team_not_found', 'ticket_type_not_found'],
    isConditional: true,
    response: { 200: Ticket },
    runs: 'tenant',
    before: (scope, { body }) => findTicketAssignees(scope, [body]),
    run: (scope, { id, precondition, body }, members) =>
      updateTicket(scope, id, body, { members, precondition }),
  })
  addAttachmentRoutes(tickets)
}

function addAttachmentRoutes(tickets: Resource<'/api/v1/tickets'>): void {
  tickets.post('/:id/attachments', {
    operationId: 'addTicketAttachment',
    summary: 'Attach a file to a ticket',
    description:
      'Upload the file with `POST /api/v1/media` first, and pass its id. The customer never receives it.',
    body: AddAttachmentBody,
    errors: ['media_not_found', 'too_many_attachments'],
    response: { 201: TicketAttachment },
    runs: 'tenant',
    run: (scope, { id, body }) => addAttachment(scope, id, body),
  })
  tickets.delete('/:id/attachments/:media_id', {
    operationId: 'removeTicketAttachment',
    summary: 'Remove a file from a ticket',
    params: AttachmentParams,
    errors: ['media_not_found'],
    run: (scope, { id, media_id }) => removeAttachment(scope, id, media_id),
  })
}

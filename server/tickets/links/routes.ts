import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { createLink } from './create-link.ts'
import { deleteLink } from './delete-link.ts'
import { listLinks } from './list-links.ts'
import { CreateTicketLinkBody, LinkParams, TicketLink, TicketLinks } from './schema.ts'

/** Adds the API routes of the links between tickets. */
export function addTicketLinkRoutes(app: App): void {
  const tickets = resource(app, '/api/v1/tickets', {
    tag: 'Tickets',
    read: { key: 'tickets:read' },
    write: { key: 'tickets:write' },
    notFound: 'ticket_not_found',
  })

  tickets.get('/:id/links', {
    operationId: 'listTicketLinks',
    summary: 'List the links of a ticket',
    description: 'Links to tickets that the caller does not see are left out.',
    query: EmptyQuery,
    response: { 200: TicketLinks },
    run: (scope, { id }) => listLinks(scope, id),
  })
  tickets.post('/:id/links', {
    operationId: 'createTicketLink',
    summary: 'Link a ticket to another one',
    description: 'Both tickets show the link. Two tickets have at most one.',
    body: CreateTicketLinkBody,
    errors: ['tickets_linked', 'too_many_links'],
    response: { 201: TicketLink },
    runs: 'tenant',
    run: (scope, { id, body }) => createLink(scope, id, body),
  })
  tickets.delete('/:id/links/:link_id', {
    operationId: 'deleteTicketLink',
    summary: 'Delete a link of a ticket',
    params: LinkParams,
    errors: ['ticket_link_not_found'],
    run: (scope, { id, link_id }) => deleteLink(scope, id, link_id),
  })
}

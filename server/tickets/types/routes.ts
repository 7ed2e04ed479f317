import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { createTicketType } from './create-ticket-type.ts'
import { deleteTicketType } from './delete-ticket-type.ts'
import { listTicketTypes } from './list-ticket-types.ts'
import { CreateTicketTypeBody, TicketType, UpdateTicketTypeBody } from './schema.ts'
import { updateTicketType } from './update-ticket-type.ts'

/** Adds the API routes of the types of tickets. */
export function addTicketTypeRoutes(app: App): void {
  const types = resource(app, '/api/v1/ticket-types', {
    tag: 'Tickets',
    read: { key: 'tickets:read' },
    write: { key: 'admin' },
    notFound: 'ticket_type_not_found',
  })

  types.get('', {
    operationId: 'listTicketTypes',
    summary: 'List ticket types',
    description: 'Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(TicketType) },
    run: (scope, { query }) => listTicketTypes(scope, query),
  })
  types.post('', {
    operationId: 'createTicketType',
    summary: 'Create a ticket type',
    body: CreateTicketTypeBody,
    errors: ['ticket_type_taken', 'quota_exceeded'],
    response: { 201: TicketType },
    runs: 'tenant',
    run: (scope, { body }) => createTicketType(scope, body),
  })
  types.patch('/:id', {
    operationId: 'updateTicketType',
    summary: 'Rename a ticket type',
    body: UpdateTicketTypeBody,
    errors: ['ticket_type_taken'],
    response: { 200: TicketType },
    runs: 'tenant',
    run: (scope, { id, body }) => updateTicketType(scope, id, body),
  })
  types.delete('/:id', {
    operationId: 'deleteTicketType',
    summary: 'Delete a ticket type',
    description: 'Its tickets then have no type.',
    run: (scope, { id }) => deleteTicketType(scope, id),
  })
}

import { Type } from 'typebox'
import { getContacts } from '#contacts/get-contact.ts'
import { readChats } from '#conversations/read-chats.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { createBatchedRead } from '#http/batched-read.ts'
import { createBatchedVerb } from '#http/batched-verb.ts'
import { readPrecondition } from '#http/conditional-requests.ts'
import { createExpander } from '#http/expand.ts'
import { withoutExpand } from '#lib/lists/expand-schema.ts'
import { answerOnce, answerOnceWith } from '#http/idempotency.ts'
import { CsvFile, sendCsv } from '#http/send-csv.ts'
import { createSharedList } from '#http/shared-list.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { addAttachment } from './add-attachment.ts'
import { countTickets } from './count-tickets.ts'
import { createTickets, findTicketAssignees } from './create-ticket.ts'
import { ExpandedTicket, GetTicketQuery, ListExpandedTicketsQuery } from './expanded-schema.ts'
import { exportTickets } from './export-tickets.ts'
import { getTickets, ticketNotFound } from './get-ticket.ts'
import { listTickets } from './list-tickets.ts'
import { removeAttachment } from './remove-attachment.ts'
import {
  AddAttachmentBody,
  AttachmentParams,
  CreateTicketBody,
  ExportTicketsBody,
  ExportTicketsQuery,
  Ticket,
  TicketAttachment,
  TicketCounts,
  UpdateTicketBody,
} from './schema.ts'
import { updateTicket } from './update-ticket.ts'

/** Adds the API routes of tickets. */
export function addTicketRoutes(app: App): void {
  const create = createBatchedVerb(201, createTickets, findTicketAssignees)
  const list = createSharedList(listTickets, ({ assignee_id }) => assignee_id === 'me')
  const read = createBatchedRead(getTickets, ticketNotFound)
  const expander = createExpander<Ticket>({
    contact: { scope: 'contacts:read', idOf: (each) => each.person_id, readMany: getContacts },
    conversation: {
      scope: 'chats:read',
      idOf: (each) => each.conversation_id,
      readMany: readChats,
    },
  })

  app.post(
    '/api/v1/tickets',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'createTicket',
        summary: 'Create a ticket',
        tags: ['Tickets'],
        body: CreateTicketBody,
        errors: [
          'conflicting_targets',
          'conversation_not_found',
          'media_not_found',
          'membership_not_found',
          'message_not_found',
          'person_not_found',
          'tag_not_found',
          'too_many_attachments',
        ],
        isIdempotent: true,
        response: { 201: Ticket },
      },
    },
    async (request, reply) => create(request, reply, request.body),
  )
  app.get(
    '/api/v1/tickets',
    {
      config: { permission: { key: 'tickets:read' }, reads: 'list' },
      schema: {
        operationId: 'listTickets',
        summary: 'List tickets',
        description: 'Most recently changed first by default.',
        tags: ['Tickets'],
        querystring: ListExpandedTicketsQuery,
        response: { 200: pageOf(ExpandedTicket) },
      },
    },
    async (request) => {
      expander.check(request)
      const page = await list(scopeOf(request), withoutExpand(request.query))
      return expander.page(request, page)
    },
  )
  app.get(
    '/api/v1/tickets/counts',
    {
      config: { permission: { key: 'tickets:read' } },
      schema: {
        operationId: 'countTickets',
        summary: 'Count tickets',
        description:
          'Returns the number of tickets in the standard views, counted up to 1,000. `mine` counts tickets assigned to the signed-in member.',
        tags: ['Tickets'],
        querystring: Type.Object({}, { additionalProperties: false }),
        response: { 200: TicketCounts },
      },
    },
    async (request) => countTickets(scopeOf(request)),
  )
  app.get(
    '/api/v1/tickets/export.csv',
    {
      config: { permission: { key: 'tickets:read', fresh: true }, reads: 'report' },
      schema: {
        operationId: 'exportTickets',
        summary: 'Export tickets',
        description:
          'Returns all tickets that match the filters as CSV, newest first. Cells are escaped so that spreadsheets do not run them as formulas.',
        tags: ['Tickets'],
        querystring: ExportTicketsQuery,
        response: { 200: CsvFile },
      },
    },
    async (request, reply) =>
      sendCsv(reply, 'tickets', await exportTickets(scopeOf(request), request.query)),
  )
  app.post(
    '/api/v1/tickets/export.csv',
    {
      config: { permission: { key: 'tickets:read', fresh: true }, reads: 'report' },
      schema: {
        operationId: 'exportSelectedTickets',
        summary: 'Export selected tickets',
        description:
          'Returns the named tickets, or those that match a filter except the named ones, as CSV, newest first. Unlike the GET, it takes thousands of ids.',
        tags: ['Tickets'],
        body: ExportTicketsBody,
        response: { 200: CsvFile },
      },
    },
    async (request, reply) => {
      const { filter, ...named } = request.body
      return sendCsv(
        reply,
        'tickets',
        await exportTickets(scopeOf(request), { ...filter, ...named }),
      )
    },
  )
  app.get(
    '/api/v1/tickets/:id',
    {
      config: { permission: { key: 'tickets:read' } },
      schema: {
        operationId: 'getTicket',
        summary: 'Get a ticket',
        tags: ['Tickets'],
        params: IdParams,
        querystring: GetTicketQuery,
        errors: ['ticket_not_found'],
        isConditional: true,
        response: { 200: ExpandedTicket },
      },
    },
    async (request) => {
      expander.check(request)
      return expander.one(request, await read(scopeOf(request), request.params.id))
    },
  )
  app.patch(
    '/api/v1/tickets/:id',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'updateTicket',
        summary: 'Update a ticket',
        tags: ['Tickets'],
        params: IdParams,
        body: UpdateTicketBody,
        errors: ['membership_not_found', 'tag_not_found', 'ticket_not_found'],
        isConditional: true,
        isIdempotent: true,
        response: { 200: Ticket },
      },
    },
    async (request, reply) => {
      const precondition = readPrecondition(request)
      return answerOnceWith(
        request,
        reply,
        200,
        (scope) => findTicketAssignees(scope, [request.body]),
        (scope, members) =>
          updateTicket(scope, request.params.id, request.body, { members, precondition }),
      )
    },
  )
  addAttachmentRoutes(app)
}

function addAttachmentRoutes(app: App): void {
  app.post(
    '/api/v1/tickets/:id/attachments',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'addTicketAttachment',
        summary: 'Attach a file to a ticket',
        description:
          'Upload the file with `POST /api/v1/media` first, and pass its id. The customer never receives it.',
        tags: ['Tickets'],
        params: IdParams,
        body: AddAttachmentBody,
        errors: ['media_not_found', 'ticket_not_found', 'too_many_attachments'],
        isIdempotent: true,
        response: { 201: TicketAttachment },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) =>
        addAttachment(scope, request.params.id, request.body),
      ),
  )
  app.delete(
    '/api/v1/tickets/:id/attachments/:media_id',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'removeTicketAttachment',
        summary: 'Remove a file from a ticket',
        tags: ['Tickets'],
        params: AttachmentParams,
        errors: ['media_not_found', 'ticket_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeAttachment(scopeOf(request), request.params.id, request.params.media_id)
      return reply.code(204).send(null)
    },
  )
}

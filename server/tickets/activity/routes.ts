import { Type } from 'typebox'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import { readEditing } from '#conversations/notes/read-editing.ts'
import { CreateNoteBody, UpdateNoteBody } from '#conversations/notes/schema.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnceWith } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listActivity } from './list-activity.ts'
import { ListActivityQuery, TicketActivity, TicketComment } from './schema.ts'
import { updateComment } from './update-comment.ts'

/** Adds the API routes of a ticket's comments and history. */
export function addTicketActivityRoutes(app: App): void {
  app.get(
    '/api/v1/tickets/:id/activity',
    {
      config: { permission: { key: 'tickets:read' } },
      schema: {
        operationId: 'listTicketActivity',
        summary: 'List the comments and changes of a ticket',
        description: 'Newest first.',
        tags: ['Tickets'],
        params: IdParams,
        querystring: ListActivityQuery,
        errors: ['ticket_not_found'],
        response: { 200: pageOf(TicketActivity) },
      },
    },
    async (request) => listActivity(scopeOf(request), request.params.id, request.query),
  )
  app.post(
    '/api/v1/tickets/:id/comments',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'createTicketComment',
        summary: 'Add a comment to a ticket',
        description: 'Comments are internal. They are never sent to customers or platforms.',
        tags: ['Tickets'],
        params: IdParams,
        body: CreateNoteBody,
        errors: ['membership_not_found', 'ticket_not_found'],
        isIdempotent: true,
        response: { 201: TicketComment },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        201,
        (scope) => findPresentMembers(scope, request.body.mentions ?? []),
        (scope, members) => createComment(scope, request.params.id, request.body, members),
      ),
  )
  app.patch(
    '/api/v1/ticket-comments/:id',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'updateTicketComment',
        summary: 'Update a comment on a ticket',
        description:
          'Only the author or an admin can do this. Only the fields you send are updated. The earlier text stays in the history.',
        tags: ['Tickets'],
        params: IdParams,
        body: UpdateNoteBody,
        errors: ['author_required', 'comment_not_found', 'membership_not_found'],
        isIdempotent: true,
        response: { 200: TicketComment },
      },
    },
    async (request, reply) =>
      answerOnceWith(
        request,
        reply,
        200,
        (scope) => readEditing(scope, request.body),
        (scope, editing) => updateComment(scope, request.params.id, request.body, editing),
      ),
  )
  app.delete(
    '/api/v1/ticket-comments/:id',
    {
      config: { permission: { key: 'tickets:write' } },
      schema: {
        operationId: 'deleteTicketComment',
        summary: 'Delete a comment on a ticket',
        description: 'Only the author or an admin can do this. Its earlier texts are deleted too.',
        tags: ['Tickets'],
        params: IdParams,
        errors: ['author_required', 'comment_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteComment(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

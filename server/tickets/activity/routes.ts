import { resource } from '#http/resource.ts'
import { findPresentMembers } from '#conversations/find-present-members.ts'
import { readEditing } from '#conversations/notes/read-editing.ts'
import { CreateNoteBody, UpdateNoteBody } from '#conversations/notes/schema.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { createComment } from './create-comment.ts'
import { deleteComment } from './delete-comment.ts'
import { listActivity } from './list-activity.ts'
import { ListActivityQuery, TicketActivity, TicketComment } from './schema.ts'
import { updateComment } from './update-comment.ts'

/** Adds the API routes of a ticket's comments and history. */
export function addTicketActivityRoutes(app: App): void {
  const routes = resource(app, '/api/v1', {
    tag: 'Tickets',
    read: { key: 'tickets:read' },
    write: { key: 'tickets:write' },
  })

  routes.get('/tickets/:id/activity', {
    operationId: 'listTicketActivity',
    summary: 'List the comments and changes of a ticket',
    description: 'Newest first.',
    query: ListActivityQuery,
    errors: ['ticket_not_found'],
    response: { 200: pageOf(TicketActivity) },
    run: (scope, { id, query }) => listActivity(scope, id, query),
  })
  routes.post('/tickets/:id/comments', {
    operationId: 'createTicketComment',
    summary: 'Add a comment to a ticket',
    description: 'Comments are internal. They are never sent to customers or platforms.',
    body: CreateNoteBody,
    errors: ['membership_not_found', 'mention_needs_access', 'ticket_not_found'],
    response: { 201: TicketComment },
    runs: 'tenant',
    before: (scope, { body }) => findPresentMembers(scope, body.mentions ?? []),
    run: (scope, { id, body }, members) => createComment(scope, id, body, members),
  })
  routes.patch('/ticket-comments/:id', {
    operationId: 'updateTicketComment',
    summary: 'Update a comment on a ticket',
    description:
      'Only the author or an admin can do this. Only the fields you send are updated. The earlier text stays in the history.',
    body: UpdateNoteBody,
    errors: [
      'author_required',
      'comment_not_found',
      'membership_not_found',
      'mention_needs_access',
    ],
    response: { 200: TicketComment },
    runs: 'tenant',
    before: (scope, { body }) => readEditing(scope, body),
    run: (scope, { id, body }, editing) => updateComment(scope, id, body, editing),
  })
  routes.delete('/ticket-comments/:id', {
    operationId: 'deleteTicketComment',
    summary: 'Delete a comment on a ticket',
    description: 'Only the author or an admin can do this. Its earlier texts are deleted too.',
    errors: ['author_required', 'comment_not_found'],
    run: (scope, { id }) => deleteComment(scope, id),
  })
}

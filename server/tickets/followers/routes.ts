import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { Ticket } from '#tickets/schema.ts'
import { followTicket, readFollower } from './follow-ticket.ts'
import { FollowerParams, FollowTicketBody } from './schema.ts'
import { unfollowTicket } from './unfollow-ticket.ts'

/** Adds the API routes of the followers of tickets. */
export function addTicketFollowerRoutes(app: App): void {
  const tickets = resource(app, '/api/v1/tickets', {
    tag: 'Tickets',
    read: { key: 'tickets:read' },
    write: { key: 'tickets:write' },
    notFound: 'ticket_not_found',
  })

  tickets.post('/:id/followers', {
    operationId: 'followTicket',
    summary: 'Follow a ticket',
    description:
      'Followers are notified of comments, of changes of the status, and when the ticket is overdue. A member whom a comment mentions follows.',
    body: FollowTicketBody,
    errors: ['membership_not_found', 'follower_needs_access'],
    response: { 201: Ticket },
    runs: 'tenant',
    before: (scope, { body }) => readFollower(scope, body),
    run: (scope, { id }, follower) => followTicket(scope, id, follower),
  })
  tickets.delete('/:id/followers/:membership_id', {
    operationId: 'unfollowTicket',
    summary: 'Stop following a ticket',
    params: FollowerParams,
    errors: ['membership_not_found'],
    run: (scope, { id, membership_id }) => unfollowTicket(scope, id, membership_id),
  })
}

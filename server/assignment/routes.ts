import { Chat } from '#conversations/schema.ts'
import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { getAssignment } from './get-assignment.ts'
import { getQueue } from './get-queue.ts'
import { getBoard } from './get-board.ts'
import { Board, TakeBody, TeamAssignment, TeamQueue, UpdateAssignmentBody } from './schema.ts'
import { findTaker, takeOldest } from './take-oldest.ts'
import { updateAssignment } from './update-assignment.ts'

/** Adds the API's routes of assignment. */
export function addAssignmentRoutes(app: App): void {
  const teams = resource(app, '/api/v1/teams', {
    tag: 'Teams',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'team_not_found',
  })

  resource(app, '/api/v1/board', { tag: 'Teams', read: { key: 'reports:read' } }).get('', {
    operationId: 'getBoard',
    summary: 'Get what waits now',
    description:
      'Counts the conversations that wait in the queue of each team, and what each member has, as far as the caller sees them.',
    query: EmptyQuery,
    response: { 200: Board },
    run: (scope) => getBoard(scope),
  })
  teams.get('/:id/assignment', {
    operationId: 'getTeamAssignment',
    summary: 'Get how a team assigns conversations',
    response: { 200: TeamAssignment },
    run: (scope, { id }) => getAssignment(scope, id),
  })
  teams.patch('/:id/assignment', {
    operationId: 'updateTeamAssignment',
    summary: 'Update how a team assigns conversations',
    description:
      'Only the fields you send are updated. Conversations are assigned while their customer waits for an answer, the longest wait first, and only to members who are online. What nobody can take waits in the queue of the team.',
    body: UpdateAssignmentBody,
    errors: ['membership_not_found', 'tag_not_found'],
    response: { 200: TeamAssignment },
    runs: 'tenant',
    run: (scope, { id, body }) => updateAssignment(scope, id, body),
  })
  teams.get('/:id/queue', {
    operationId: 'getTeamQueue',
    summary: "Get a team's queue",
    description:
      'Counts the open conversations of the team that nobody is assigned to and whose customers wait, and says why they wait.',
    response: { 200: TeamQueue },
    run: (scope, { id }) => getQueue(scope, id),
  })
  teams.post('/:id/take', {
    operationId: 'takeConversation',
    summary: 'Take the conversation that waits longest',
    description:
      "Assigns the conversation that waits longest in the team's queue. Two members who take at the same time get different ones.",
    permission: { key: 'chats:write' },
    body: TakeBody,
    errors: ['membership_not_found', 'queue_empty'],
    response: { 200: Chat },
    runs: 'tenant',
    before: (scope, { body }) => findTaker(scope, body),
    run: (scope, { id, body }, members) => takeOldest(scope, id, body, members),
  })
}

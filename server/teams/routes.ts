import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { pageOf, UnfilteredQuery } from '#lib/page.ts'
import { createTeam, findTeamMembers } from './create-team.ts'
import { deleteTeam } from './delete-team.ts'
import { getTeam } from './get-team.ts'
import { listTeams } from './list-teams.ts'
import { CreateTeamBody, Team, UpdateTeamBody } from './schema.ts'
import { updateTeam } from './update-team.ts'

/** Adds the API's routes of teams. */
export function addTeamRoutes(app: App): void {
  const teams = resource(app, '/api/v1/teams', {
    tag: 'Teams',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'team_not_found',
  })

  teams.get('', {
    operationId: 'listTeams',
    summary: 'List teams',
    description: 'Newest first.',
    query: UnfilteredQuery,
    response: { 200: pageOf(Team) },
    run: (scope, { query }) => listTeams(scope, query),
  })
  teams.post('', {
    operationId: 'createTeam',
    summary: 'Create a team',
    description:
      'Conversations and tickets belong to a team or to none. Roles decide whether members see only what belongs to their teams.',
    body: CreateTeamBody,
    errors: ['business_hours_not_found', 'channel_not_found', 'membership_not_found', 'team_taken'],
    response: { 201: Team },
    runs: 'tenant',
    before: (scope, { body }) => findTeamMembers(scope, body),
    run: (scope, { body }, members) => createTeam(scope, body, members),
  })
  teams.get('/:id', {
    operationId: 'getTeam',
    summary: 'Get a team',
    response: { 200: Team },
    run: (scope, { id }) => getTeam(scope, id),
  })
  teams.patch('/:id', {
    operationId: 'updateTeam',
    summary: 'Update a team',
    description:
      'Only the fields you send are updated. Conversations that have the team, or that came by its former channels, stay as they are.',
    body: UpdateTeamBody,
    errors: ['business_hours_not_found', 'channel_not_found', 'membership_not_found', 'team_taken'],
    response: { 200: Team },
    runs: 'tenant',
    before: (scope, { body }) => findTeamMembers(scope, body),
    run: (scope, { id, body }, members) => updateTeam(scope, id, body, members),
  })
  teams.delete('/:id', {
    operationId: 'deleteTeam',
    summary: 'Delete a team',
    description: 'Its conversations and tickets have no team afterwards.',
    run: (scope, { id }) => deleteTeam(scope, id),
  })
}

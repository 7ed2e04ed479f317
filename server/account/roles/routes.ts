import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { createRole } from './create-role.ts'
import { deleteRole } from './delete-role.ts'
import { getRole, listRoles } from './list-roles.ts'
import { CreateRoleBody, Role, RoleList, RoleParams, UpdateRoleBody } from './schema.ts'
import { updateRole } from './update-role.ts'

/** Adds the API's routes of roles. */
export function addRoleRoutes(app: App): void {
  const roles = resource(app, '/api/v1/roles', {
    tag: 'Teams',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'role_not_found',
  })

  roles.get('', {
    operationId: 'listRoles',
    summary: 'List roles',
    description: 'The built-in roles first, then the custom ones by name.',
    query: EmptyQuery,
    response: { 200: RoleList },
    run: (scope) => listRoles(scope),
  })
  roles.post('', {
    operationId: 'createRole',
    summary: 'Create a role',
    description:
      'A role is a list of the scopes that API keys have, with the conversations, tickets and contacts that its members see.',
    body: CreateRoleBody,
    errors: ['role_taken'],
    response: { 201: Role },
    runs: 'directory',
    run: (scope, { body }) => createRole(scope, body),
  })
  roles.get('/:id', {
    operationId: 'getRole',
    summary: 'Get a role',
    params: RoleParams,
    response: { 200: Role },
    run: (scope, { id }) => getRole(scope, id),
  })
  roles.patch('/:id', {
    operationId: 'updateRole',
    summary: 'Update a role',
    description:
      "Takes effect with each member's next request. Of a built-in role, only `visibility` and `sees_no_team` can be changed, and of `admin` nothing.",
    params: RoleParams,
    body: UpdateRoleBody,
    errors: ['role_built_in', 'role_taken'],
    response: { 200: Role },
    runs: 'directory',
    run: (scope, { id, body }) => updateRole(scope, id, body),
  })
  roles.delete('/:id', {
    operationId: 'deleteRole',
    summary: 'Delete a role',
    description: 'Deletes a custom role that nobody has any more.',
    params: RoleParams,
    errors: ['role_built_in', 'role_in_use'],
    run: (scope, { id }) => deleteRole(scope, id),
  })
}

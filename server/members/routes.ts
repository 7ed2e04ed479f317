import { Type } from 'typebox'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { ListMembersQuery, Member } from '#account/users/schema.ts'
import { ROLES } from '#shared/actors.ts'
import { changeRole } from './change-role.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Members']
const ChangeRoleBody = Type.Object({ role: Type.Enum([...ROLES]) }, { additionalProperties: false })

/** Adds the routes of members. */
export function addMemberRoutes(app: App): void {
  app.get(
    '/api/v1/members',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        operationId: 'listMembers',
        summary: 'List members',
        description: 'Returns current and former members, newest first.',
        tags: ['Workspace'],
        querystring: ListMembersQuery,
        response: { 200: pageOf(Member) },
      },
    },
    async (request) => listMembers(scopeOf(request), request.query),
  )
  app.get(
    '/api/developer/members',
    {
      config,
      schema: {
        operationId: 'listWorkspaceMembers',
        summary: 'List members',
        description: 'Includes former members, newest first.',
        tags,
        querystring: ListMembersQuery,
        response: { 200: pageOf(Member) },
      },
    },
    async (request) => listMembers(scopeOf(request), request.query),
  )
  app.patch(
    '/api/developer/members/:id',
    {
      config,
      schema: {
        operationId: 'changeMemberRole',
        summary: 'Change the role of a member',
        description:
          "Takes effect with the member's next request. A workspace must keep at least one admin.",
        tags,
        params: IdParams,
        body: ChangeRoleBody,
        errors: ['last_admin', 'membership_not_found'],
        response: { 200: Member },
      },
    },
    async (request) => changeRole(scopeOf(request), request.params.id, request.body.role),
  )
  app.delete(
    '/api/developer/members/:id',
    {
      config,
      schema: {
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          "Ends the member's sessions and connected apps, and unassigns their open conversations and tickets. Their past actions keep their name. A workspace must keep at least one admin.",
        tags,
        params: IdParams,
        errors: ['last_admin', 'membership_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await removeMember(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

import type { App } from '../http/app.ts'
import { scopeOf } from '../http/authenticate.ts'
import { pageOf } from '../lib/pagination.ts'
import { ListMembersQuery, Member } from '../users/schema.ts'
import { listMembers } from './list-members.ts'

/** The API's route of members. */
export function addMemberRoutes(app: App): void {
  app.get(
    '/api/v1/members',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        summary: 'List members',
        description: 'Who works here, and who did; the newest first.',
        tags: ['Workspace'],
        querystring: ListMembersQuery,
        response: { 200: pageOf(Member) },
      },
    },
    async (request) => listMembers(scopeOf(request), request.query),
  )
}

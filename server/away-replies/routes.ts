import type { App } from '#http/app.ts'
import { resource } from '#http/resource.ts'
import { EmptyQuery } from '#lib/schemas.ts'
import { getAwayReply } from './get-away-reply.ts'
import { AwayReply, UpdateAwayReplyBody } from './schema.ts'
import { updateAwayReply } from './update-away-reply.ts'

const description =
  'Only the fields you send are updated. A customer who writes while the team is away gets one away reply until the conversation is closed, never after a member answered. It does not count as an answer.'

/** Adds the API's routes of away replies. */
export function addAwayReplyRoutes(app: App): void {
  const routes = resource(app, '/api/v1', {
    tag: 'Teams',
    read: { key: 'chats:read' },
    write: { key: 'admin' },
    notFound: 'team_not_found',
  })

  routes.get('/teams/:id/away-reply', {
    operationId: 'getTeamAwayReply',
    summary: 'Get the away reply of a team',
    response: { 200: AwayReply },
    run: (scope, { id }) => getAwayReply(scope, id),
  })
  routes.patch('/teams/:id/away-reply', {
    operationId: 'updateTeamAwayReply',
    summary: 'Update the away reply of a team',
    description,
    body: UpdateAwayReplyBody,
    response: { 200: AwayReply },
    runs: 'tenant',
    run: (scope, { id, body }) => updateAwayReply(scope, id, body),
  })
  routes.get('/away-reply', {
    operationId: 'getAwayReply',
    summary: 'Get the away reply of conversations without a team',
    query: EmptyQuery,
    response: { 200: AwayReply },
    run: (scope) => getAwayReply(scope, null),
  })
  routes.patch('/away-reply', {
    operationId: 'updateAwayReply',
    summary: 'Update the away reply of conversations without a team',
    description,
    body: UpdateAwayReplyBody,
    response: { 200: AwayReply },
    runs: 'tenant',
    run: (scope, { body }) => updateAwayReply(scope, null, body),
  })
}

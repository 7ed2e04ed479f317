import { Type } from 'typebox'
import { isAdmin } from '#account/users/is-admin.ts'
import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { answerOnce, answerOnceWith } from '#http/idempotency.ts'
import { pageOf } from '#lib/pagination.ts'
import { IdParams } from '#lib/schemas.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import { listViews } from './list-views.ts'
import { CreateViewBody, ListViewsQuery, View, UpdateViewBody } from './schema.ts'
import { updateView } from './update-view.ts'

/** Adds the API's routes of views. */
export function addViewRoutes(app: App): void {
  app.get(
    '/api/v1/views',
    {
      config: { permission: { key: 'chats:read' } },
      schema: {
        operationId: 'listViews',
        summary: 'List views',
        description: 'Returns shared views and your own, newest first.',
        tags: ['Conversations'],
        querystring: ListViewsQuery,
        response: { 200: pageOf(View) },
      },
    },
    async (request) => listViews(scopeOf(request), request.query),
  )
  app.post(
    '/api/v1/views',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'createView',
        summary: 'Create a view',
        tags: ['Conversations'],
        body: CreateViewBody,
        isIdempotent: true,
        response: { 201: View },
      },
    },
    async (request, reply) =>
      answerOnce(request, reply, 201, (scope) => createView(scope, request.body)),
  )
  app.patch(
    '/api/v1/views/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'updateView',
        summary: 'Update a view',
        description:
          'Only the author or an admin can do this. Only the fields you send are updated.',
        tags: ['Conversations'],
        params: IdParams,
        body: UpdateViewBody,
        errors: ['author_required', 'view_not_found'],
        isIdempotent: true,
        response: { 200: View },
      },
    },
    async (request, reply) =>
      answerOnceWith(request, reply, 200, isAdmin, (scope, isByAdmin) =>
        updateView(scope, request.params.id, request.body, isByAdmin),
      ),
  )
  app.delete(
    '/api/v1/views/:id',
    {
      config: { permission: { key: 'chats:write' } },
      schema: {
        operationId: 'deleteView',
        summary: 'Delete a view',
        description: 'Only the author or an admin can do this.',
        tags: ['Conversations'],
        params: IdParams,
        errors: ['author_required', 'view_not_found'],
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deleteView(scopeOf(request), request.params.id)
      return reply.code(204).send(null)
    },
  )
}

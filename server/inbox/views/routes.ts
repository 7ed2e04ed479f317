import { resource } from '#http/resource.ts'
import { isAdmin } from '#account/users/is-admin.ts'
import type { App } from '#http/app.ts'
import { pageOf } from '#lib/page.ts'
import { createView } from './create-view.ts'
import { deleteView } from './delete-view.ts'
import { listViews } from './list-views.ts'
import { CreateViewBody, ListViewsQuery, View, UpdateViewBody } from './schema.ts'
import { updateView } from './update-view.ts'

/** Adds the API's routes of views. */
export function addViewRoutes(app: App): void {
  const views = resource(app, '/api/v1/views', {
    tag: 'Conversations',
    read: { key: 'chats:read' },
    write: { key: 'chats:write' },
    notFound: 'view_not_found',
  })

  views.get('', {
    operationId: 'listViews',
    summary: 'List views',
    description: 'Returns shared views and your own, newest first.',
    query: ListViewsQuery,
    response: { 200: pageOf(View) },
    run: (scope, { query }) => listViews(scope, query),
  })
  views.post('', {
    operationId: 'createView',
    summary: 'Create a view',
    body: CreateViewBody,
    response: { 201: View },
    runs: 'tenant',
    run: (scope, { body }) => createView(scope, body),
  })
  views.patch('/:id', {
    operationId: 'updateView',
    summary: 'Update a view',
    description: 'Only the author or an admin can do this. Only the fields you send are updated.',
    body: UpdateViewBody,
    errors: ['author_required'],
    response: { 200: View },
    runs: 'tenant',
    before: (scope) => isAdmin(scope),
    run: (scope, { id, body }, isByAdmin) => updateView(scope, id, body, isByAdmin),
  })
  views.delete('/:id', {
    operationId: 'deleteView',
    summary: 'Delete a view',
    description: 'Only the author or an admin can do this.',
    errors: ['author_required'],
    run: (scope, { id }) => deleteView(scope, id),
  })
}

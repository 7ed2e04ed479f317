import { resource } from '#http/resource.ts'
import type { App } from '#http/app.ts'
import { getWorkspace } from './get-workspace.ts'
import { previewRetention } from './preview-retention.ts'
import {
  RetentionPreview,
  RetentionPreviewQuery,
  toWorkspaceSettings,
  UpdateRetentionBody,
  UpdateWorkspaceBody,
  WorkspaceSettings,
} from './schema.ts'
import { updateRetention } from './update-retention.ts'
import { updateWorkspace } from './update-workspace.ts'

/** Adds the routes of the workspace's settings. */
export function addWorkspaceRoutes(app: App): void {
  const workspace = resource(app, '/api/developer/workspace', {
    tag: 'Workspace',
    read: { session: 'admin' },
    write: { session: 'admin' },
  })

  workspace.get('', {
    operationId: 'getWorkspace',
    summary: 'Get the workspace',
    description:
      'Returns the settings of the workspace of your session, and how long its data is kept.',
    response: { 200: WorkspaceSettings },
    run: async (scope) => {
      return toWorkspaceSettings(await getWorkspace(scope, scope.workspaceId))
    },
  })
  workspace.patch('', {
    operationId: 'updateWorkspace',
    summary: 'Update the workspace settings',
    description:
      'Only the fields you send are updated. Lowering `retention_days` permanently deletes older data, most of it within about an hour.',
    body: UpdateWorkspaceBody,
    errors: ['second_factor_off'],
    response: { 200: WorkspaceSettings },
    run: (scope, { body }) => updateWorkspace(scope, body),
  })
  workspace.get('/retention-preview', {
    operationId: 'previewRetention',
    summary: 'Preview retention times',
    description: 'Counts what is older than these days, and would be deleted.',
    query: RetentionPreviewQuery,
    response: { 200: RetentionPreview },
    run: (scope, { query }) => previewRetention(scope, query),
  })
  workspace.patch('/retention', {
    operationId: 'updateRetention',
    summary: 'Update how long data is kept',
    description:
      'Only the fields you send are updated; null keeps the data forever. What is older is permanently deleted within about an hour.',
    fresh: true,
    body: UpdateRetentionBody,
    response: { 200: WorkspaceSettings },
    run: (scope, { body }) => updateRetention(scope, body),
  })
}

import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
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

const config = { permission: { session: 'admin' } } as const
const tags = ['Workspace']

/** Adds the routes of the workspace's settings. */
export function addWorkspaceRoutes(app: App): void {
  app.get(
    '/api/developer/workspace',
    {
      config,
      schema: {
        operationId: 'getWorkspace',
        summary: 'Get the workspace',
        description:
          'Returns the settings of the workspace of your session, and how long its data is kept.',
        tags,
        response: { 200: WorkspaceSettings },
      },
    },
    async (request) => {
      const scope = scopeOf(request)
      return toWorkspaceSettings(await getWorkspace(scope, scope.workspaceId))
    },
  )
  app.patch(
    '/api/developer/workspace',
    {
      config,
      schema: {
        operationId: 'updateWorkspace',
        summary: 'Update the workspace settings',
        description:
          'Only the fields you send are updated. Lowering `retention_days` permanently deletes older data, most of it within about an hour.',
        tags,
        body: UpdateWorkspaceBody,
        errors: ['second_factor_off'],
        response: { 200: WorkspaceSettings },
      },
    },
    async (request) => updateWorkspace(scopeOf(request), request.body),
  )
  app.get(
    '/api/developer/workspace/retention-preview',
    {
      config,
      schema: {
        operationId: 'previewRetention',
        summary: 'Preview retention times',
        description: 'Counts what is older than these days, and would be deleted.',
        tags,
        querystring: RetentionPreviewQuery,
        response: { 200: RetentionPreview },
      },
    },
    async (request) => previewRetention(scopeOf(request), request.query),
  )
  app.patch(
    '/api/developer/workspace/retention',
    {
      config: { permission: { session: 'admin', fresh: true } },
      schema: {
        operationId: 'updateRetention',
        summary: 'Update how long data is kept',
        description:
          'Only the fields you send are updated; null keeps the data forever. What is older is permanently deleted within about an hour.',
        tags,
        body: UpdateRetentionBody,
        response: { 200: WorkspaceSettings },
      },
    },
    async (request) => updateRetention(scopeOf(request), request.body),
  )
}

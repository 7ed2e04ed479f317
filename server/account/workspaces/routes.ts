import type { App } from '#http/app.ts'
import { scopeOf } from '#http/authenticate.ts'
import { getWorkspace } from './get-workspace.ts'
import { toWorkspaceSettings, UpdateWorkspaceBody, WorkspaceSettings } from './schema.ts'
import { updateWorkspace } from './update-workspace.ts'

const config = { permission: { session: 'admin' } } as const
const tags = ['Workspace']

/** Adds the routes of the workspace's settings. */
export function addWorkspaceRoutes(app: App): void {
  app.get(
    '/api/developer/workspace',
    {
      config,
      schema: { summary: 'Get the workspace', tags, response: { 200: WorkspaceSettings } },
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
        summary: 'Update the workspace settings',
        description:
          'Only the fields you send are updated. Lowering `retention_days` permanently deletes older data within about an hour.',
        tags,
        body: UpdateWorkspaceBody,
        response: { 200: WorkspaceSettings },
      },
    },
    async (request) => updateWorkspace(scopeOf(request), request.body),
  )
}
